#!/usr/bin/env node
// Takes the arguments that @vscode/test-electron gives to a desktop VS Code, and runs the tests in the npm-served one.
import { launch } from '../../out/test/host/launch.js';

process.exitCode = await launch(process.argv.slice(2));
