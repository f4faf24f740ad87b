import { deepEqual, equal } from 'node:assert/strict';
import * as fc from 'fast-check';
import { HeldBytes, Room } from '../../../src/node/stdio/heldBytes';

describe('Bytes that are held', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 60 });

  it('are those that came, in order, whatever their pieces were', () => {
    fc.assert(
      fc.property(pieces, (all) => {
        const held = new HeldBytes(10_000);
        for (const piece of all) equal(held.add(piece), true);
        deepEqual(held.take(), Buffer.concat(all));
        equal(held.length, 0);
      }),
    );
  });

  it('are never more than the limit, and a piece that would be too much is not held in part', () => {
    fc.assert(
      fc.property(pieces, fc.nat(100), (all, limit) => {
        const held = new HeldBytes(limit);
        let expected = Buffer.alloc(0);
        for (const piece of all) {
          const isHeld = expected.length + piece.length <= limit;
          equal(held.add(piece), isHeld);
          if (isHeld) expected = Buffer.concat([expected, piece]);
          deepEqual(held.bytes, expected);
        }
      }),
    );
  });

  it('of all places together are never more than the room, and leave nothing taken behind', () => {
    const steps = fc.array(
      fc.tuple(fc.nat(3), fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constant('drop'))),
    );
    fc.assert(
      fc.property(steps, fc.nat(200), (all, size) => {
        const room = new Room(size);
        const places = [1, 2, 3, 4].map(() => new HeldBytes(10_000, room));
        for (const [at, step] of all) {
          const place = places[at];
          if (typeof step === 'string') place?.drop();
          else place?.add(step);
          const lengths = places.reduce((sum, { length }) => sum + length, 0);
          equal(lengths <= room.held && room.held <= size, true);
        }
        for (const place of places) place.drop();
        equal(room.held, 0);
      }),
    );
  });

  it('do not change under whoever they came from', () => {
    const held = new HeldBytes(100);
    const first = Buffer.from('first');
    held.add(first.subarray(0, 2));
    held.add(Buffer.from('XY'));
    equal(first.toString(), 'first');
  });
});
