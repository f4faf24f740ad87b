import { deepEqual, equal } from 'node:assert/strict';
import { AnswerLine } from '../../../src/core/acp/conversation/answerLine';
import { TerminalFace } from '../../../src/core/acp/conversation/terminalFace';
import type { RealPath } from '../../../src/core/roots/realPath';

const question = (name: string) => ({ question: { name, options: ['always', 'never'] } });
const [first, second] = [question('first'), question('second')];
const kept = { kind: 'kept' };
const answer = (asked: typeof first, option: number) => ({ kind: 'answer', asked, option });

/** A line in which this was typed before the first question came. */
function lineWith(text: string): AnswerLine<typeof first> {
  const line = new AnswerLine<typeof first>();
  line.type(text);
  line.ask(first);
  return line;
}

describe('What is typed while an agent asks', () => {
  it('answers as a number and Enter, in a line that was begun after the question', () => {
    const line = lineWith('');
    deepEqual(line.type('2'), []);
    deepEqual(line.type('\r'), [answer(first, 1)]);
    deepEqual(line.type('1\r'), [answer(first, 0)]);
  });

  it('answers nothing as part of a message that was begun before it, which comes back', () => {
    for (const rest of ['1\r', '1 thing\r', '\u00151\r']) {
      const line = lineWith('fix ');
      equal(line.isAnswer, false);
      deepEqual(line.type(rest), [kept]);
      equal(line.text, '');
    }
    const line = lineWith('fix ');
    line.type('1 thing\r');
    deepEqual(line.type('1\r'), [answer(first, 0)]);
    line.ask(undefined);
    equal(line.text, 'fix 1 thing');
    deepEqual(line.type('\r'), [{ kind: 'line', text: 'fix 1 thing' }]);
  });

  it('answers nothing where the paste that it is in was begun before the question', () => {
    const line = lineWith('\u001b[200~');
    deepEqual(line.type('1\u001b[201~\r'), [kept]);
  });

  it('answers no other question than the one that stood when it was typed', () => {
    const line = lineWith('');
    line.type('1');
    line.ask(second);
    deepEqual(line.type('\r'), [kept]);
    deepEqual(line.type('2\r'), [answer(second, 1)]);
    line.type('rest');
    line.ask(undefined);
    equal(line.text, '1\nrest');
    equal(line.beforeCursor, '1\nrest');
  });

  it('answers once at most with what comes at once', () => {
    const line = lineWith('');
    deepEqual(line.type('1\r2\r3'), [answer(first, 0), kept]);
    line.ask(second);
    deepEqual(line.type('\r'), [kept]);
  });

  it('answers nothing where it is none of the numbers', () => {
    for (const text of ['0', '3', '-1', '1 2', '1.0', '01', '', 'x', '1e0']) {
      deepEqual(lineWith('').type(`${text}\r`), [kept]);
    }
  });
});

describe('A permission that is asked for in a terminal', () => {
  it('says where each place leads, and in which folder that lies', () => {
    const text = new TerminalFace().permission({
      agent: 'a',
      sessionId: 's',
      cwd: '/w' as RealPath,
      toolCallId: 'c',
      title: 'Read',
      places: [
        { given: '/w/a', realPath: '/w/a' as RealPath, root: '/w' as RealPath },
        { given: '/w/link', realPath: '/etc/b' as RealPath, root: undefined },
      ],
      omissions: ['More is not shown.'],
      options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
    });
    const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
    deepEqual(text.replaceAll(colours, '').split('\r\n'), [
      'Your permission is asked for: Read',
      '  /w/a: in the allowed folder /w',
      '  /w/link: leads to /etc/b, outside every allowed folder',
      '  More is not shown.',
      '  1 Yes',
      'Type the number of your answer, then press Enter.',
      '',
    ]);
  });
});
