import { deepEqual, equal, match } from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkoutRoot } from '../host/checkout';
import { story } from '../host/steps';
import { until } from '../host/workbench/until';
import { UiWindow } from './window';

/** In a VS Code that has language models. */
describe('a server that asks', function () {
  const step = story();
  this.timeout(300_000);
  let asks: string;
  let window: UiWindow;
  let workbench: UiWindow['workbench'];
  let view: UiWindow['view'];

  before(async () => {
    asks = mkdtempSync(path.join(realpathSync(tmpdir()), 'mcp-roots-asks-'));
    const server = path.join(checkoutRoot(), 'test', 'fixtures', 'servers', 'asking.mjs');
    const servers = { asking: { command: process.execPath, args: [server, asks] } };
    const settings = { 'mcpRoots.explorer.enabled': false };
    window = await UiWindow.open({ folders: ['web'], servers, settings }, { beside: 'modelExtension' });
    ({ workbench, view } = window);
    await view.start('asking');
    await view.allow(['web'], 'Always Allow');
    await view.waitForState('asking', /up to date/);
  });

  after(async () => {
    await window.close();
    rmSync(asks, { recursive: true, force: true });
  });

  /** Has the server ask. @returns what gives its answer */
  function ask(name: string, method: string, params: object): () => Promise<Answer> {
    const file = path.join(asks, `${name}.ask.json`);
    writeFileSync(`${file}.part`, JSON.stringify({ method, params }));
    renameSync(`${file}.part`, file);
    const answer = path.join(asks, `${name}.answer.json`);
    return async () => {
      await until(`the answer to ${name}`, () => Promise.resolve(existsSync(answer)), Boolean, 60_000);
      return JSON.parse(readFileSync(answer, 'utf8')) as Answer;
    };
  }

  const sampling = {
    messages: [{ role: 'user', content: { type: 'text', text: 'What is \u202e hidden here?' } }],
    systemPrompt: 'You are a helpful assistant.',
    includeContext: 'thisServer',
    maxTokens: 100,
    modelPreferences: { hints: [{ name: 'parrot' }] },
  };

  step('is allowed to use language models by the user, and told of it by another start', async () => {
    await view.tree.chooseFromMenu(['asking'], 'Allow Sampling…');
    await workbench.quickPick.waitFor('May “asking” use your language models?');
    await workbench.screenshot('sampling-choices');
    await view.answer(/^May “asking”/, 'Ask Each Time');
    await workbench.notifications.waitFor('takes effect after a restart');
    await workbench.screenshot('sampling-restart');
    await workbench.notifications.click('takes effect after a restart', 'Restart Now');
    await until(
      'the server to be told that it may',
      () => Promise.resolve(readFileSync(path.join(asks, 'declared.json'), 'utf8')),
      (declared) => declared.includes('"sampling":{}'),
    );
    await view.waitForState('asking', /up to date/);
  });

  step('has a model answer what the user has read and edited, and gets what the user lets go', async () => {
    const answer = ask('first', 'sampling/createMessage', sampling);
    await workbench.quickPick.waitFor('“asking” asks a language model');
    await workbench.screenshot('sampling-request');
    deepEqual(
      (await workbench.quickPick.rows()).map(({ label }) => label),
      ['Read and Edit the Request', 'Send to Parrot', 'Choose Another Model…', 'Reject'],
    );
    await view.answer(/asks a language model$/, 'Read and Edit the Request');
    const shown = await workbench.editor.waitForText('"maxTokens"');
    match(shown, /What is \\u202e hidden here\?/);
    await workbench.page.keyboard.press('Control+A');
    await workbench.page.keyboard.insertText(shown.replace('hidden here', 'edited here'));
    await workbench.page.keyboard.press('Control+S');
    await view.answer(/asks a language model$/, 'Choose Another Model…', false);
    await view.answer(/^Which model answers\?$/, 'Parrot mini', false);
    await view.answer(/asks a language model$/, 'Send to Parrot mini', false);
    await workbench.quickPick.waitFor('Give the answer to “asking”?');
    await workbench.screenshot('sampling-answer');
    await view.answer(/^Give the answer/, 'Give It to “asking”');
    const text = 'Parrot mini heard: What is \u202e edited here?';
    deepEqual((await answer()).result, {
      model: 'parrot-mini',
      stopReason: 'endTurn',
      role: 'assistant',
      content: { type: 'text', text },
    });
  });

  step('is told that the user rejected it, and the record says what was asked without contents', async () => {
    const dot =
      'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mO4oOBAEmIY1TCqYfhqAAAuXjAQh7nDggAAAABJRU5ErkJggg==';
    const image = { role: 'user', content: { type: 'image', data: dot, mimeType: 'image/png' } };
    const messages = [...sampling.messages, image];
    const answer = ask('second', 'sampling/createMessage', { ...sampling, messages });
    await workbench.quickPick.waitFor(/asks a language model$/);
    await workbench.quickPick.moveTo('Show Image 1');
    await workbench.quickPick.accept();
    await workbench.page.locator('.tab', { hasText: 'image 1.png' }).waitFor();
    await workbench.quickPick.waitFor(/asks a language model$/);
    await workbench.screenshot('sampling-image');
    await workbench.quickPick.escape();
    await workbench.notifications.click('still waits for your answer', 'Answer');
    await view.answer(/asks a language model$/, 'Reject');
    deepEqual((await answer()).error, { code: -1, message: 'User rejected sampling request' });
    const told = await view.told('asking');
    match(told, /had the language model parrot-mini answer \(\d+ tokens in, \d+ out\)/);
    match(told, /Language models answered it 1 time: \d+ tokens in, \d+ out\./);
    equal(told.includes('hidden'), false);
  });

  step('takes its question away when it takes its request back', async () => {
    ask('third', 'sampling/createMessage', sampling);
    await workbench.quickPick.waitFor('“asking” asks a language model');
    writeFileSync(path.join(asks, 'third.take-back'), '');
    await workbench.quickPick.waitUntilClosed();
    await until(
      'the record of it',
      () => view.told('asking'),
      (told) =>
        /asked a language model and was refused: its request was taken back, or its session ended/.test(told),
    );
  });

  step('asks by a form, field by field, and gets what the user reviewed', async () => {
    const answer = ask('form', 'elicitation/create', {
      message: 'Who should review [the change](command:evil)?',
      requestedSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', title: 'Name', description: 'As in the directory', minLength: 2 },
          age: { type: 'integer', title: 'Age', minimum: 18, default: 30 },
          urgent: { type: 'boolean', title: 'Urgent', default: false },
          areas: {
            type: 'array',
            title: 'Areas',
            items: { anyOf: ['ui', 'db'].map((each) => ({ const: each, title: each.toUpperCase() })) },
            default: ['db'],
          },
        },
        required: ['name'],
      },
    });
    const { quickPick } = workbench;
    await quickPick.waitFor('“asking” asks you');
    await workbench.screenshot('form-question');
    await view.answer(/^“asking” asks you$/, 'Answer…', false);
    await quickPick.waitFor('“asking” asks you: Name (1/4)');
    await quickPick.type('B');
    await workbench.screenshot('form-text');
    await quickPick.type('Bo');
    await quickPick.accept();
    await quickPick.waitFor(/\(2\/4\)$/);
    await quickPick.accept();
    await quickPick.waitFor(/\(3\/4\)$/);
    await workbench.screenshot('form-choice');
    await quickPick.moveTo('Yes');
    await quickPick.accept();
    await quickPick.waitFor(/\(4\/4\)$/);
    await workbench.screenshot('form-choices');
    await quickPick.accept();
    await quickPick.waitFor('Send this to “asking”?');
    await workbench.screenshot('form-review');
    await view.answer(/^Send this/, 'Send to “asking”');
    const content = { name: 'Bo', age: 30, urgent: true, areas: ['db'] };
    deepEqual((await answer()).result, { action: 'accept', content });
  });

  step('asks to open an address, whose host is shown first', async () => {
    const params = {
      mode: 'url',
      message: 'Sign in to go on.',
      elicitationId: '1',
      url: 'https://xn--exmple-cua.com/sign-in?state=a%2Fb',
    };
    const answer = ask('address', 'elicitation/create', params);
    await workbench.quickPick.waitFor('“asking” asks you to open xn--exmple-cua.com');
    await workbench.screenshot('address-question');
    await workbench.quickPick.accept();
    deepEqual((await answer()).result, { action: 'decline' });
  });
});

interface Answer {
  readonly result?: unknown;
  readonly error?: unknown;
}
