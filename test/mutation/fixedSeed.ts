import * as fc from 'fast-check';

/** Loaded by mocha before the tests: a fault that is found with one seed is found with it every time. */
fc.configureGlobal({ seed: Number(process.env['MCP_ROOTS_TEST_SEED']) });
