import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import type { Subject } from '../openHost';

/** When a read was sent, as seen from the withdrawal. */
type Moment =
  | 'before'
  | 'in the same tick, before'
  | 'in the same tick'
  | 'in a microtask'
  | 'in the next turn'
  | 'after the old process'
  | 'at the successor'
  | 'once it was answered'
  | 'at the end';

/** One way of reading a file; resolves with all that came back, rejects with the error. */
export type Read = (subject: Subject, file: string) => Promise<unknown>;

/** What came of one read. */
export interface Outcome {
  readonly moment: Moment;
  readonly how: 'read' | 'denied by the server' | 'answered by the session';
}

/** How a folder is taken away; each holds before it returns. */
const ways: readonly ((subject: Subject, folder: string) => Promise<void>)[] = [
  (subject, folder) => subject.withdraw(folder),
  (subject, folder) => subject.decide(folder, 'deny', 'session'),
  (subject, folder) => subject.decide(folder, 'deny', 'always'),
];

/** Milliseconds from the first read to the withdrawal; 0 is the same turn. */
const leads = [0, 0, 1, 2, 5];

/**
 * Grants the folder, has it read once to be sure, and withdraws it between reads.
 * @param number chooses how the folder is taken away, and when
 */
export async function tryOnce(
  subject: Subject,
  folder: string,
  file: string,
  secret: string,
  reads: readonly Read[],
  number: number,
): Promise<readonly Outcome[]> {
  await subject.decide(folder, 'allow', number % 2 === 0 ? 'session' : 'always');
  // A real server takes an answer over some time after it came.
  for (const read of reads)
    while (!(await outcomeOf(read(subject, file), secret, 'before')).wasRead) await delay(2);

  const sent: Promise<Outcome>[] = [];
  const send = (moment: Moment) => {
    for (const read of reads) {
      sent.push(outcomeOf(read(subject, file), secret, moment).then(({ how }) => ({ moment, how })));
    }
  };
  send('before');
  const lead = leads[number % leads.length] ?? 0;
  if (lead > 0) await delay(lead);
  const onceExited = subject.next('exited').then(() => send('after the old process'));
  const onceReady = subject.next('initialised').then(() => send('at the successor'));
  const onceAnswered = subject.next('answered').then(() => send('once it was answered'));
  send('in the same tick, before');
  const withdrawn = ways[number % ways.length]?.(subject, folder);
  send('in the same tick');
  queueMicrotask(() => send('in a microtask'));
  await turn();
  send('in the next turn');
  await Promise.all([withdrawn, onceExited, onceReady, onceAnswered]);
  send('at the end');
  return Promise.all(sent);
}

async function outcomeOf(
  answering: Promise<unknown>,
  secret: string,
  moment: Moment,
): Promise<Outcome & { readonly wasRead: boolean }> {
  const said = await answering.catch((error: unknown) => error);
  const text = said instanceof Error ? said.message : JSON.stringify(said);
  if (text.includes(secret)) return { moment, how: 'read', wasRead: true };
  const bySession = said instanceof Error && /was started again(: | before it answered)/.test(text);
  return { moment, how: bySession ? 'answered by the session' : 'denied by the server', wasRead: false };
}
