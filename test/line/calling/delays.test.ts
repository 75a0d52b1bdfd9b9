import { delayEnds, delayPart, partOfTurn } from '../../../lambdas/line/calling/delays';

/** A line that has called one turn each second, as it was at the ends of the parts. */
const past = delayEnds.map((seconds) => [seconds, 300 - seconds] as const);

test.each([0.5, 4.5, 5.5, 9.5, 10.5, 19.5, 20.5, 39.5, 40.5, 79.5, 80.5, 159.5, 160.5, 250])(
  'a turn that was called %d s ago is counted in the part of its delay',
  (seconds) => expect(partOfTurn(300 - seconds, past)).toBe(delayPart(seconds)),
);

test('of a turn whose line has no past, the delay is the shortest', () => expect(partOfTurn(0.5, [])).toBe(0));
