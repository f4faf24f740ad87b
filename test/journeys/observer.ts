import { Session, type Debugger, type Runtime } from 'node:inspector/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Arrival, Door, Frame, Segment } from './arrival';

/** So many segments are kept of what had brought a call about; journeys have about ten. */
const depth = 128;

/** For so many milliseconds nothing of the host runs before a journey begins. */
const calm = 250;

const session = new Session();

/** The addresses of scripts, by id: a call that is not over is told of with the id alone. */
const scripts = new Map<string, string>();

/** Says "armed" once the host is calm and the door is watched, and at the door what was seen there. */
async function observe(door: Door): Promise<void> {
  // Nothing else keeps this thread alive.
  parentPort?.ref();
  session.connectToMainThread();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => void scripts.set(scriptId, url));
  session.once('Debugger.paused', ({ params }) => void arrive(params));
  await session.post('Debugger.enable');
  await session.post('Debugger.setAsyncCallStackDepth', { maxDepth: depth });
  const { result } = await session.post('Runtime.evaluate', {
    expression: door.calls,
    includeCommandLineAPI: true,
  });
  await session.post('Debugger.setBreakpointOnFunctionCall', {
    objectId: result.objectId,
    condition: door.when,
  });
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  do await pause(calm);
  while ((await ranSince()).length > 0);
  parentPort?.postMessage('armed', []);
}

async function arrive(at: Debugger.PausedEventDataType): Promise<void> {
  try {
    const ran = await ranSince();
    const arrival: Arrival = { segments: await segmentsOf(at), ran };
    parentPort?.postMessage(arrival, []);
  } finally {
    await session.post('Debugger.resume');
  }
}

async function segmentsOf(at: Debugger.PausedEventDataType): Promise<readonly Segment[]> {
  const segments: Segment[] = [{ frames: at.callFrames.map(openCall), how: '' }];
  let cause = at.asyncStackTrace ?? (await stored(at.asyncStackTraceId));
  while (cause !== undefined) {
    segments.push({ frames: cause.callFrames.map(earlierCall), how: cause.description ?? '' });
    cause = cause.parent ?? (await stored(cause.parentId));
  }
  return segments;
}

async function stored(id: Runtime.StackTraceId | undefined): Promise<Runtime.StackTrace | undefined> {
  if (id === undefined) return undefined;
  return (await session.post('Debugger.getStackTrace', { stackTraceId: id })).stackTrace;
}

function openCall({ functionName, location }: Debugger.CallFrame): Frame {
  return { name: functionName, url: scripts.get(location.scriptId) ?? '' };
}

function earlierCall({ functionName, url }: Runtime.CallFrame): Frame {
  return { name: functionName, url };
}

/** The scripts of the host of which a function was called since this was last asked. What begins at 0 is the script. */
async function ranSince(): Promise<readonly string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.includes('/out/src/'))
    .filter(({ functions }) =>
      functions.some(
        ({ ranges: [whole] }) => whole !== undefined && whole.startOffset > 0 && whole.count > 0,
      ),
    )
    .map(({ url }) => url);
}

void observe(workerData as Door);
