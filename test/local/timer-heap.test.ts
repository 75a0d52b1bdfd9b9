import fc from 'fast-check';
import { TimerHeap } from '../../local/timer-heap';

test('the earliest entry is always first, whatever was added and taken out before', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 50 }), { freq: 3 })), (steps) => {
      const heap = new TimerHeap<{ at: number }>((a, b) => a.at < b.at);
      const expected: number[] = [];
      for (const at of steps) {
        if (at === null) {
          heap.removeFirst();
          expected.shift();
        } else {
          heap.add({ at });
          expected.push(at);
          expected.sort((a, b) => a - b);
        }
        expect(heap.first?.at).toBe(expected[0]);
      }
      expect(heap.clear()).toHaveLength(expected.length);
      expect(heap.first).toBeUndefined();
    }),
  );
});
