import { createHash } from 'node:crypto';
import type { RankRules } from '../../../lambdas/results/entry';

/** Ranked by chip, in whole seconds, with lists of two genders and of their runners who are from 40 to 49. */
export const rankRules: RankRules = {
  rankBy: 'chip',
  gunPlaces: 0,
  rounding: 'up-to-second',
  genders: [
    { code: 'f', label: 'Women' },
    { code: 'm', label: 'Men' },
  ],
  ageGroups: [
    { code: 'F40', gender: 'f', from: 40, to: 49 },
    { code: 'M40', gender: 'm', from: 40, to: 49 },
  ],
};

/** Names a content, as the publisher does. */
export const hash = (content: string): string => createHash('sha256').update(content).digest('base64url').slice(0, 12);

/** For tests that are not about live results: nobody is told, and no version follows. */
export const nobodyIsTold = async (): Promise<void> => {};
/** For tests that are not about a crowd: a few read. */
export const fewRead = async () => ({ pollAfter: 2, presenceOneIn: 1 });
