import type { CreateRaceMessage } from '../../lambdas/races/messages';
import { waiver } from './demo-races';

const day = 86_400_000;
const at = (now: Date, days: number) => new Date(now.getTime() + days * day);

export const soldRace = 'linden-lake-run';
export const soldLastYear = 'linden-lake-run-last-year';
export const soldHalf = '0199a000-0000-7000-8000-000000000011';
export const soldTen = '0199a000-0000-7000-8000-000000000012';
export const lastYearHalf = '0199a000-0000-7000-8000-000000000013';
export const lastYearTen = '0199a000-0000-7000-8000-000000000014';

/** How many days ago each of the two opened, and how long last year's sale lasted. */
export const soldSinceDays = 24;
export const lastYearSinceDays = soldSinceDays + 365;
export const lastYearDays = 80;
/** Spots of this year's half marathon: fewer than people who want one. */
export const halfSpots = 60;

const lakeRun = (
  now: Date,
  race: { readonly id: string; readonly half: string; readonly ten: string },
  { since, until, on }: { readonly since: number; readonly until: number; readonly on: number },
): CreateRaceMessage => ({
  createRace: {
    id: race.id,
    name: `Linden Lake Run ${at(now, on).getUTCFullYear()}`,
    place: 'Lindenau',
    date: at(now, on).toISOString().slice(0, 10),
    timeZone: 'Europe/Berlin',
    description:
      'Once or twice around the lake, in the shade of old linden trees, with cake for everybody who comes back.',
    currency: 'EUR',
    opensAt: at(now, -since).toISOString(),
    closesAt: at(now, until).toISOString(),
    series: 'Linden Lake Run',
    // All its people come from this machine.
    sale: { limits: { freePerAddress: 300, mostPerAddress: 300 } },
    changes: {
      cancelUntil: at(now, on - 14).toISOString(),
      refundPercent: 80,
      transferUntil: at(now, on - 7).toISOString(),
    },
    waiver,
    events: [
      {
        id: race.half,
        name: 'Half marathon',
        distance: 21_098,
        capacity: halfSpots,
        prices: [
          { label: 'Early bird', from: at(now, -since - 1).toISOString(), amount: 4_200 },
          { label: 'Regular', from: at(now, 14 - since).toISOString(), amount: 4_900 },
        ],
      },
      {
        id: race.ten,
        name: '10 km',
        distance: 10_000,
        capacity: 140,
        prices: [
          { label: 'Early bird', from: at(now, -since - 1).toISOString(), amount: 2_400 },
          { label: 'Regular', from: at(now, 14 - since).toISOString(), amount: 2_900 },
        ],
      },
    ],
  },
});

/** A race that has been on sale for weeks, and the same one a year before: what directors look at in the console. */
export const demoSoldRaces = (now: Date): readonly CreateRaceMessage[] => [
  lakeRun(now, { id: soldRace, half: soldHalf, ten: soldTen }, { since: soldSinceDays, until: 60, on: 75 }),
  lakeRun(
    now,
    { id: soldLastYear, half: lastYearHalf, ten: lastYearTen },
    // It is closed when its people are in.
    { since: lastYearSinceDays, until: 1, on: 75 - 365 },
  ),
];
