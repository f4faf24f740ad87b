import { setTimeout as delay } from 'node:timers/promises';
import type { Scenario } from './scenario';
import type { Entry, Message } from './transcript';

/** Milliseconds that a client has for an answer or for the news of a change. */
const patience = 5000;

/** Milliseconds in which news that should not come would come. */
const stillness = 300;

/** What one side of a connection hands over. */
interface Wire {
  readonly session: string;
  /** Sends what is one message, or several as a batch. */
  readonly send: (message: Message | readonly Message[]) => void;
  readonly log: (entry: Entry) => void;
}

/** The server of a scenario in one of its sessions: it asks when the scenario says, and again after each change. */
export class ScenarioServer {
  readonly #scenario: Scenario;
  readonly #wire: Wire;
  readonly #open = new Set<string>();
  #asked = 0;
  #looks = 0;
  #hasNews = false;

  constructor(scenario: Scenario, wire: Wire) {
    this.#scenario = scenario;
    this.#wire = wire;
  }

  hear(message: Message): void {
    const { session, log } = this.#wire;
    log({ session, from: 'client', message });
    const { id, method } = message;
    if (method === undefined) this.#open.delete(String(id));
    else if (id === undefined) this.#notified(method);
    else void this.#requested(id, method, message);
  }

  #notified(method: string): void {
    const { asking } = this.#scenario;
    if (method === 'notifications/roots/list_changed') {
      this.#hasNews = true;
      this.#ask();
    }
    if (method !== 'notifications/initialized' || asking === 'before initialised') return;
    if (asking === 'in a batch') return this.#askInBatch();
    for (let i = 0; i < (asking === 'a hundred times' ? 100 : 1); i += 1) this.#ask();
  }

  async #requested(id: string | number, method: string, { params }: Message): Promise<void> {
    const answer = (result: Record<string, unknown>) => this.#send({ id, result });
    switch (method) {
      case 'initialize':
        answer({
          protocolVersion: this.#scenario.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: `roots scenario ${this.#scenario.name}`, version: '1' },
        });
        if (this.#scenario.asking === 'before initialised') this.#ask();
        return;
      case 'ping':
        return answer({});
      case 'tools/list':
        return answer({ tools: [look] });
      case 'tools/call':
        await this.#look();
        return answer({
          content: [{ type: 'text', text: `seen: ${JSON.stringify(params?.['arguments'])}` }],
        });
      default:
        this.#send({ id, error: { code: -32601, message: `There is no "${method}" here.` } });
    }
  }

  /** Lets the client go on once there is nothing more to see of the present list. */
  async #look(): Promise<void> {
    this.#looks += 1;
    if (this.#looks > 1) {
      if (this.#scenario.changes) await this.#until(() => this.#hasNews);
      else await delay(stillness);
      this.#hasNews = false;
      this.#ask();
    }
    await this.#until(() => this.#open.size === 0 && this.#asked > 0);
  }

  async #until(isSo: () => boolean): Promise<void> {
    for (let waited = 0; !isSo() && waited < patience; waited += 20) await delay(20);
  }

  #ask(): void {
    this.#send(this.#question());
  }

  #askInBatch(): void {
    const ping: Message = { id: 'ping', method: 'ping' };
    this.#open.add('ping');
    this.#send([this.#question(), ping, this.#question()]);
  }

  #question(): Message {
    const id = `roots ${(this.#asked += 1)}`;
    this.#open.add(id);
    return { id, method: 'roots/list' };
  }

  #send(message: Message | readonly Message[]): void {
    const { session, log, send } = this.#wire;
    const all = Array.isArray(message) ? (message as readonly Message[]) : [message as Message];
    for (const each of all) log({ session, from: 'server', message: each });
    send(message);
  }
}

const look = {
  name: 'look',
  description: 'Call it with step 0, then after each change of the list of roots with the next number.',
  inputSchema: { type: 'object', properties: { step: { type: 'integer' } }, required: ['step'] },
};
