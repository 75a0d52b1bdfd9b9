import { uuid7 } from '../../../lambdas/platform/uuid';
import { benchRaceId } from './bench-race';

/** The orders that give the race a live feed whose head is about 1 kB. */
export const benchFeed = (): readonly object[] => [
  { changeFeed: { raceId: benchRaceId, state: 'live' } },
  {
    publishFeed: {
      raceId: benchRaceId,
      messages: [1, 2].map((n) => ({ id: uuid7(), kind: 'comment', text: `${n} `.padEnd(310, 'x') })),
    },
  },
];

/** What those who follow ask for again and again. */
export const headPath = '/api/races/:race/feed';
