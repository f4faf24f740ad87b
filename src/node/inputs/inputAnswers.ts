import { createHmac } from 'node:crypto';
import { messageOf, UserError } from '../../core/errors';
import { Emitter } from '../../core/event';
import { isAnswer, type InputDefinition } from '../../core/inputs/inputDefinition';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import type { Scope } from '../../core/servers/definition';
import { sortedKeys } from '../../core/sortedKeys';
import type { AnswerSecrets } from './answerSecrets';

/** What every answer of a window is kept under. */
interface AnswerGround {
  /** The secret of this installation. */
  readonly key: Uint8Array;
  /** Names the workspace; only what stands in its own settings hangs on it. */
  readonly workspace: string;
}

/** The inputs of one definition, and the scope whose inputs they are. */
export interface Asked {
  readonly scope: Scope;
  readonly inputs: readonly InputDefinition[];
}

const prefix = 'mcpRoots.input.';

/**
 * The user's answers to inputs. Each is kept for one input as it is defined in one scope: another workspace's input of
 * the same id, or one whose definition says something else, does not get it, so that no repository can ask for an
 * answer that was given to another.
 */
export class InputAnswers implements Disposable {
  readonly #secrets: AnswerSecrets;
  readonly #ground: AnswerGround;
  readonly #log: Log;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());

  /** Some answer is another, by this window or another. */
  readonly onDidChange = this.#changed.event;

  constructor(secrets: AnswerSecrets, ground: AnswerGround, log: Log) {
    this.#secrets = secrets;
    this.#ground = ground;
    this.#log = log;
    this.#lifetime.add(
      secrets.onDidChange(({ key }) => {
        if (key.startsWith(prefix)) this.#changed.fire();
      }),
    );
  }

  /** The answers that were given, by the id of the input. What cannot be read was not given. Never throws. */
  async of({ scope, inputs }: Asked): Promise<ReadonlyMap<string, string>> {
    const found = await Promise.all(
      inputs.map(async (input) => [input.id, await this.#read(scope, input)] as const),
    );
    return new Map(found.flatMap(([id, value]) => (value === undefined ? [] : [[id, value] as const])));
  }

  /** @throws {UserError} when it could not be kept */
  async keep(scope: Scope, input: InputDefinition, value: string): Promise<void> {
    try {
      await this.#secrets.store(this.nameOf(scope, input), JSON.stringify([value]));
    } catch (cause) {
      // What the storage says of its failure could contain what it was given.
      throw new UserError('The answer could not be kept in the secret storage. Unlock it and try again.', {
        cause: codeOnly(cause),
      });
    }
  }

  /** Forgets the answer to one input; without it the next start asks again. */
  async forget(scope: Scope, input: InputDefinition): Promise<void> {
    await this.#secrets.delete(this.nameOf(scope, input));
  }

  /** Forgets every answer, also of other workspaces and of inputs that are gone. @returns how many there were */
  async forgetAll(): Promise<number> {
    const own = (await this.#secrets.keys()).filter((name) => name.startsWith(prefix));
    await Promise.all(own.map((name) => this.#secrets.delete(name)));
    return own.length;
  }

  /** Where an answer is kept: equal for what is one input. Tells nothing of it without the key. */
  nameOf(scope: Scope, input: InputDefinition): string {
    const { key, workspace } = this.#ground;
    const place = scope.kind === 'user' ? { scope } : { scope, workspace };
    const text = JSON.stringify(sortedKeys({ ...place, input }));
    return prefix + createHmac('sha256', key).update('answer name\0').update(text).digest('hex').slice(0, 32);
  }

  /** Stands for these answers where they are compared; shows nothing of them. */
  markOf(answers: ReadonlyMap<string, string>): string {
    const text = JSON.stringify([...answers]);
    return createHmac('sha256', this.#ground.key).update('answers\0').update(text).digest('hex');
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #read(scope: Scope, input: InputDefinition): Promise<string | undefined> {
    try {
      const value = parsed(await this.#secrets.get(this.nameOf(scope, input)));
      return value !== undefined && isAnswer(input, value) ? value : undefined;
    } catch (error) {
      this.#log.warn(`The secret storage cannot be read: ${messageOf(error)}`);
      return undefined;
    }
  }
}

/** An empty answer is one, which some storages cannot tell from none: that is why there is a list around it. */
function parsed(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const [answer] = Array.isArray(value) ? (value as readonly unknown[]) : [];
    return typeof answer === 'string' ? answer : undefined;
  } catch {
    return undefined;
  }
}

function codeOnly(cause: unknown): string {
  return cause instanceof Error ? cause.name : 'unknown';
}
