import { AccessBox } from './race/access-box';
import { Besides } from './race/besides';
import { DayLinks } from './race/day-links';
import { RaceFiles } from './race/race-files';

/**
 * The eighth script: what few races have on their page, what a race has on its day and after a draw, and the box for a code. The
 * browser loads it where a race has a form or files, on the day of a race, after a draw, and when a runner has a code.
 */
export const besidesPages = {
  accessBox: AccessBox,
  besides: Besides,
  dayLinks: DayLinks,
  files: RaceFiles,
};
