import { addressesOfError } from '../../core/elicitation/address';
import type { Event } from '../../core/event';
import { messageOf } from '../../core/errors';
import type { AskingServer } from '../../core/features/askingServer';
import type { LogLevel } from '../../core/features/logLevel';
import { RequestRefusal } from '../../core/session/requestRefusal';
import { LogFlood, serverLogLine, type FloodEars } from '../../core/features/serverLog';
import type { DeclaredFeatures, ServerRequests } from '../../core/features/serverRequests';
import type { Log } from '../../core/log';
import type { SamplingCost } from '../../core/sampling/samplingTally';
import { ElicitationDesk } from './elicitationDesk';
import type { AskingSession, FeatureDeps } from './featureDeps';
import { SamplingDesk } from './samplingDesk';

/** Answers the requests that servers make to the extension's own client. */
export class ServerFeatures {
  readonly #around: FeatureDeps;
  readonly #sampling: SamplingDesk;
  readonly #elicitation: ElicitationDesk;

  constructor(around: FeatureDeps) {
    this.#around = around;
    this.#sampling = new SamplingDesk(around);
    this.#elicitation = new ElicitationDesk(around);
  }

  /** Fires with the id of a server after a language model has answered for it. */
  get onDidCount(): Event<string> {
    return this.#sampling.onDidCount;
  }

  /**
   * The features that would be declared to a server if it was started now: those that are switched on and available.
   */
  declaredTo({ fingerprint }: Pick<AskingServer, 'fingerprint'>): DeclaredFeatures {
    const { face, switches } = this.#around;
    if (face === undefined) return { sampling: false, elicitation: false };
    const { sampling, elicitation } = switches.of(fingerprint);
    return { sampling: sampling !== 'off', elicitation };
  }

  /** What a server's requests to language models cost, since this window was opened. */
  samplingCostOf({ fingerprint }: Pick<AskingServer, 'fingerprint'>): SamplingCost {
    return this.#sampling.tally.costOf(fingerprint);
  }

  /** The handlers for the client end of one session. @param log the server's own */
  requestsOf(session: AskingSession, log: Log): ServerRequests {
    const flood = new LogFlood(this.#around.clock, floodEars(log));
    const declares = this.declaredTo(session.server);
    return {
      declares,
      logLevel: this.#around.switches.of(session.server.fingerprint).logLevel,
      sample: (params, signal) => this.#noting(() => this.#sampling.sample(session, params, signal), signal),
      elicit: (params, signal) =>
        this.#noting(() => this.#elicitation.elicit(session, params, signal), signal),
      elicitationCompleted: (params) => this.#elicitation.completed(session, params),
      logged: (params) => writeTo(log, params, flood),
      offerAddresses: async (error, signal) => {
        const addresses = declares.elicitation ? addressesOfError(error) : undefined;
        return addresses && this.#elicitation.openAll(session, addresses, signal);
      },
    };
  }

  /** Logs an error of this side; the server is only told that there was one. */
  async #noting<T>(answer: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof RequestRefusal) && !signal.aborted) {
        this.#around.log.error(`A request of a server could not be answered: ${messageOf(error)}`);
      }
      throw error;
    }
  }
}

function writeTo(log: Log, params: unknown, flood: LogFlood): void {
  const read = serverLogLine(params);
  if (read === undefined || !flood.take()) return;
  const { level, line } = read;
  log[methodFor(level)](`[${level}] ${line}`);
}

function floodEars(log: Log): FloodEars {
  return {
    begun: () => log.warn('too many log messages: from here on some are left out'),
    ended: (leftOut) => {
      try {
        log.warn(`${leftOut.toLocaleString('en')} log messages were left out`);
      } catch {
        // Nobody watches the clock that calls this, and the log may be closed by then.
      }
    },
  };
}

/** A log of the editor has fewer levels. */
function methodFor(level: LogLevel): keyof Log {
  switch (level) {
    case 'debug':
      return 'debug';
    case 'info':
    case 'notice':
      return 'info';
    case 'warning':
      return 'warn';
    case 'error':
    case 'critical':
    case 'alert':
    case 'emergency':
      return 'error';
  }
}
