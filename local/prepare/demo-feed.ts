import type { CreateRaceMessage } from '../../lambdas/races/messages';
import { waiver } from './demo-races';

export const demoFeedRace = 'harbour-night-laps';
const eventId = '0199a000-0000-7000-8000-000000000010';
const day = 86_400_000;

/** A race that is run today, and told live. */
export const demoLiveRace = (now: Date): CreateRaceMessage => ({
  createRace: {
    id: demoFeedRace,
    name: 'Harbour Night Laps',
    place: 'Harbour City',
    date: now.toISOString().slice(0, 10),
    timeZone: 'Europe/Berlin',
    description: 'Eight laps around the inner harbour under the lights, told live from the quay.',
    currency: 'EUR',
    opensAt: new Date(now.getTime() - 60 * day).toISOString(),
    closesAt: new Date(now.getTime() - day).toISOString(),
    waiver,
    events: [
      {
        id: eventId,
        name: '10 km',
        distance: 10_000,
        capacity: 40,
        prices: [{ label: 'Regular', from: new Date(now.getTime() - 61 * day).toISOString(), amount: 2_000 }],
      },
    ],
  },
});

export const laps = 8;
export const lapMetres = 1_250;
export const lapCode = (lap: number): string => `lap${lap}`;

export const demoFeedSet = {
  saveResultSet: {
    raceId: demoFeedRace,
    eventId,
    name: '10 km',
    rankBy: 'gun',
    points: Array.from({ length: laps - 1 }, (_, n) => ({
      code: lapCode(n + 1),
      label: `Lap ${n + 1}`,
      metres: (n + 1) * lapMetres,
    })),
  },
} as const;

/** Who runs, by bib. */
export const demoLapRunners = [
  ['f', 'Ngozi Okafor'],
  ['f', 'Zoë Lindqvist'],
  ['f', 'Łucja Nowak'],
  ['f', 'María Ibáñez'],
  ['f', 'Ayşe Demir'],
  ['m', 'Emil Sørensen'],
  ['m', 'Karim Haddad'],
  ['m', 'Jonas Weiß'],
  ['m', 'Tomás Ribeiro'],
  ['m', 'Ruairí Byrne'],
].map(([gender = '', name = ''], n) => ({ bib: n + 1, gender, name }));

export const demoStartListCsv = (): string =>
  ['bib,name,gender', ...demoLapRunners.map(({ bib, name, gender }) => `${bib},${name},${gender}`)].join('\n');
