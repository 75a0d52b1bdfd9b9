import type { OpeningSample } from './ports';

const [movingSeconds, restingSeconds] = [2, 10] as const;
/** Before and after the opening, in milliseconds. */
const [early, late] = [120_000, 600_000];

/**
 * After how many seconds a screen looks again. While people come, it shows the present; a sale in which nothing moves is the same as ten
 * seconds ago, and screens may be left open for weeks.
 */
export const lookAgain = ({ at, opensAt, events, pace, line }: Omit<OpeningSample, 'lookAgain'>): number => {
  const sinceOpening = Date.parse(at) - Date.parse(opensAt);
  const isMoving =
    (sinceOpening > -early && sinceOpening < late) ||
    line !== undefined ||
    pace.recorded > 0 ||
    events.some(({ held }) => held > 0);
  return isMoving ? movingSeconds : restingSeconds;
};
