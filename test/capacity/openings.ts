import fc from 'fast-check';
import type { Opening } from '../../lambdas/capacity/crowd';

/** The instant that openings are counted from, in minutes. */
export const noon = Date.parse('2027-03-27T12:00:00Z');
export const at = (minutes: number) => new Date(noon + minutes * 60_000);

let races = 0;
export const opening = (minutes: number, spots: number, interest?: number): Opening => ({
  raceId: `race-${++races}`,
  opensAt: at(minutes),
  spots,
  ...(interest !== undefined && { interest }),
});

/** Openings within a few days, so close together that many overlap. */
export const anyOpening = fc
  .record({
    minutes: fc.integer({ min: -3000, max: 3000 }),
    spots: fc.integer({ min: 1, max: 60_000 }),
    interest: fc.option(fc.integer({ min: 1, max: 200_000 }), { nil: undefined }),
  })
  .map(({ minutes, spots, interest }) => opening(minutes, spots, interest));

export const anyMoment = fc.integer({ min: -4500, max: 4500 }).map(at);
