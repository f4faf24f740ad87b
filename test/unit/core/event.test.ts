import { deepEqual, equal, throws } from 'node:assert/strict';
import { Emitter } from '../../../src/core/event';
import type { Disposable } from '../../../src/core/lifecycle';

describe('Emitter', () => {
  it('tells every listener, in the order in which they came', () => {
    const emitter = new Emitter<string>();
    const heard: string[] = [];
    emitter.event((fact) => heard.push(`first ${fact}`));
    emitter.event((fact) => heard.push(`second ${fact}`));
    emitter.fire('a');
    deepEqual(heard, ['first a', 'second a']);
  });

  it('lets all hear a fact before the fact that a listener causes', () => {
    const emitter = new Emitter<number>();
    const heard: string[] = [];
    emitter.event((fact) => {
      heard.push(`first ${fact}`);
      if (fact < 3) emitter.fire(fact + 1);
    });
    emitter.event((fact) => heard.push(`second ${fact}`));
    emitter.fire(1);
    deepEqual(heard, ['first 1', 'second 1', 'first 2', 'second 2', 'first 3', 'second 3']);
  });

  it('tells the others when one listener throws, then throws the first error, and works on', () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    emitter.event(() => {
      throw new Error('one');
    });
    emitter.event(() => {
      throw new Error('two');
    });
    emitter.event((fact) => heard.push(fact));
    throws(() => emitter.fire(1), /^Error: one$/);
    throws(() => emitter.fire(2), /^Error: one$/);
    deepEqual(heard, [1, 2]);
  });

  it('tells nothing more to whoever unsubscribed, also in the middle of a delivery', () => {
    const emitter = new Emitter<number>();
    const heard: string[] = [];
    let second: Disposable | undefined;
    emitter.event((fact) => {
      heard.push(`first ${fact}`);
      second?.dispose();
    });
    second = emitter.event((fact) => heard.push(`second ${fact}`));
    emitter.fire(1);
    deepEqual(heard, ['first 1']);
  });

  it('tells nobody after its end, also in the middle of a delivery', () => {
    const emitter = new Emitter<number>();
    const heard: string[] = [];
    emitter.event((fact) => {
      heard.push(`first ${fact}`);
      emitter.fire(fact + 1);
      emitter.dispose();
    });
    emitter.event((fact) => heard.push(`second ${fact}`));
    emitter.fire(1);
    deepEqual(heard, ['first 1']);
  });

  it('counts a function that listens twice as two listeners', () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    const listener = (fact: number) => heard.push(fact);
    const first = emitter.event(listener);
    emitter.event(listener);
    emitter.fire(1);
    first.dispose();
    first.dispose();
    emitter.fire(2);
    deepEqual(heard, [1, 1, 2]);
  });

  it('tells a listener that comes during a delivery only of later facts', () => {
    const emitter = new Emitter<number>();
    const late: number[] = [];
    emitter.event((fact) => {
      if (fact === 1) emitter.event((later) => late.push(later));
    });
    emitter.fire(1);
    emitter.fire(2);
    deepEqual(late, [2]);
  });

  it('knows whether anyone listens', () => {
    const emitter = new Emitter<number>();
    equal(emitter.hasListeners, false);
    const listening = emitter.event(() => undefined);
    equal(emitter.hasListeners, true);
    listening.dispose();
    equal(emitter.hasListeners, false);
  });
});
