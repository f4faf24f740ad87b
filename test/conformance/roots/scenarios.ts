import {
  announcesEachChange,
  answersEach,
  answersTruly,
  declares,
  isQuiet,
  knowsEachStep,
  tellsNothingTakenBack,
} from './checks';
import type { Context, Scenario } from './scenario';
import { urisOf, type Transcript } from './transcript';

type Check = Scenario['judge'];

const all =
  (...checks: readonly Check[]): Check =>
  (seen, context) =>
    checks.flatMap((check) => check(seen, context));

const truly = all(declares, answersEach, answersTruly);

const follows = all(truly, knowsEachStep, announcesEachChange);

const usual = { protocolVersion: '2025-11-25', asking: 'when initialised', changes: true } as const;

/** Everything that a client with roots must get right, whatever it is otherwise. */
export const scenarios: readonly Scenario[] = [
  {
    ...usual,
    name: 'declare',
    says: 'roots are declared as an object with listChanged',
    context: ({ plain }) => ({ declare: true, steps: [[plain]] }),
    judge: declares,
  },
  {
    ...usual,
    name: 'ask',
    says: 'the list is told whole, in its order, as valid file URIs',
    context: ({ plain, other, odd }) => ({ declare: true, steps: [[odd, plain, other]] }),
    judge: all(truly, knowsEachStep),
  },
  {
    ...usual,
    name: 'ask often',
    says: 'each of a hundred questions is answered once',
    asking: 'a hundred times',
    context: ({ plain }) => ({ declare: true, steps: [[plain]] }),
    judge: all(truly, knowsEachStep),
  },
  {
    ...usual,
    name: 'early ask',
    says: 'a question before the end of the handshake is answered too, and truly',
    asking: 'before initialised',
    context: ({ plain, other }) => ({ declare: true, steps: [[plain, other]] }),
    judge: all(truly, knowsEachStep),
  },
  {
    ...usual,
    name: 'batch',
    says: 'questions that come in a batch are answered one by one',
    protocolVersion: '2025-03-26',
    asking: 'in a batch',
    context: ({ plain }) => ({ declare: true, steps: [[plain]] }),
    judge: all(truly, knowsEachStep),
  },
  {
    ...usual,
    name: 'change',
    says: 'a folder that comes is announced and told when asked again',
    context: ({ plain, other }) => ({ declare: true, steps: [[plain], [plain, other]] }),
    judge: follows,
  },
  {
    ...usual,
    name: 'change often',
    says: 'each of several changes reaches the server',
    context: ({ plain, other, odd }) => ({
      declare: true,
      steps: [[], [plain], [plain, other], [plain, other, odd]],
    }),
    judge: follows,
  },
  {
    ...usual,
    name: 'no change',
    says: 'nothing is announced where nothing has changed',
    changes: false,
    context: ({ plain }) => ({ declare: true, steps: [[plain], [plain]] }),
    judge: all(truly, knowsEachStep, isQuiet),
  },
  {
    ...usual,
    name: 'narrow',
    says: 'a folder that was taken back is told no more, and who goes on working knows it',
    context: ({ plain, other }) => ({ declare: true, steps: [[plain, other], [plain]] }),
    judge: all(follows, tellsNothingTakenBack),
  },
  {
    ...usual,
    name: 'narrow to nothing',
    says: 'the last folder can be taken back: the list is empty, not an error',
    context: ({ plain }) => ({ declare: true, steps: [[plain], []] }),
    judge: all(follows, tellsNothingTakenBack),
  },
  {
    ...usual,
    name: 'deny',
    says: 'without a folder the list is empty, not an error and not silence',
    context: () => ({ declare: true, steps: [[]] }),
    judge: all(truly, knowsEachStep),
  },
  {
    ...usual,
    name: 'internal fault',
    says: 'a fault while answering is answered "internal error", once, and the next question truly',
    changes: false,
    context: ({ plain }) => ({ declare: true, steps: [[plain], [plain]], fault: 'first answer' }),
    judge: all(declares, answersEach, failsOnce, isQuiet),
  },
  {
    ...usual,
    name: 'capability absent',
    says: 'who declares no roots answers a question with "method not found", and announces nothing',
    changes: false,
    context: ({ plain }) => ({ declare: false, steps: [[plain], [plain]] }),
    judge: all(declares, answersEach, refusesRoots, isQuiet),
  },
];

/** The first answer says that there was a fault and names no folder; the last one is the list. */
function failsOnce(seen: Transcript, { steps }: Context): readonly string[] {
  const [first, ...others] = seen.asks.flatMap(({ answers }) => answers).map(({ message }) => message);
  const isFault = first?.error?.code === -32603 && !JSON.stringify(first).includes('file:');
  const told = others.map(urisOf);
  const isTrue =
    told.length > 0 && told.every((uris) => JSON.stringify(uris) === JSON.stringify(steps.at(-1)));
  return [
    ...(isFault ? [] : [`Not "internal error" and nothing else: ${JSON.stringify(first)}`]),
    ...(isTrue ? [] : [`After the fault ${JSON.stringify(told)} was told.`]),
  ];
}

function refusesRoots(seen: Transcript): readonly string[] {
  return seen.asks.flatMap(({ answers }) =>
    answers.flatMap(({ message }) =>
      message.error?.code === -32601 ? [] : [`Not "method not found": ${JSON.stringify(message)}`],
    ),
  );
}
