import type { RaceMessage } from '../../../../lambdas/api/messages/races';

const minutes = 60_000;
const days = 86_400_000;

const waiver = {
  version: '2027-1',
  hash: 'waiver-hash-1',
  text: [
    'Running a long way is hard on the body. I have trained for the distance I enter, I am in good health on the day, and I will stop when a marshal or a doctor tells me to.',
    'I know the course is partly on public roads and on gravel, and I will follow the directions of the marshals. I carry the risk of my own falls and of strain.',
    'The organiser may photograph the race. My name, my age group and my time are published in the results.',
  ].join('\n\n'),
};

export const otherWaiver = { ...waiver, version: '2027-2', hash: 'waiver-hash-2' };

const eventIds = [
  '0b9f3b52-8a3d-4d7e-9c55-000000000001',
  '0b9f3b52-8a3d-4d7e-9c55-000000000002',
  '0b9f3b52-8a3d-4d7e-9c55-000000000003',
] as const;
export const [marathonId, halfId, tenId] = eventIds;

const race = (
  id: string,
  name: string,
  place: string,
  date: string,
  timeZone: string,
  opensIn: number,
  closesIn: number,
  now: number,
): RaceMessage => {
  const at = (milliseconds: number) => new Date(now + milliseconds).toISOString();
  const prices = (early: number, late: number) => [
    { label: 'Early entry', from: at(opensIn), amount: early },
    { label: 'Regular entry', from: at(opensIn + 20 * days), amount: late },
  ];
  return {
    id,
    name,
    place,
    date,
    timeZone,
    opensAt: at(opensIn),
    closesAt: at(closesIn),
    description: `From the old harbour along the water and back, on roads closed to traffic. Refreshments every three kilometres, soup at the end.`,
    currency: 'EUR',
    waiver,
    events: [
      { id: marathonId, name: 'Marathon', distance: 42195, capacity: 4000, prices: prices(8900, 10900) },
      { id: halfId, name: 'Half marathon', distance: 21098, capacity: 6000, prices: prices(5900, 6900) },
      { id: tenId, name: 'Harbour run', distance: 10000, capacity: 2500, prices: prices(3400, 3900) },
    ],
    changes: { cancelUntil: at(closesIn - 30 * days), refundPercent: 80, transferUntil: at(closesIn - 10 * days) },
  };
};

export const clubId = '0b9f3b52-8a3d-4d7e-9c55-000000000004';

/** It is in no list: a code opens it. */
export const clubMile = ({ events }: RaceMessage): RaceMessage['events'][number] => ({
  id: clubId,
  name: 'Club mile',
  distance: 1609,
  capacity: 60,
  prices: events[2]?.prices ?? [],
});

/** Races in every state at `now` (milliseconds). */
export const racesAt = (now: number): RaceMessage[] => {
  const day = (milliseconds: number) => new Date(now + milliseconds).toISOString().slice(0, 10);
  return [
    race('harbour', 'Harbour Marathon', 'Hamburg', day(120 * days), 'Europe/Berlin', -30 * minutes, 90 * days, now),
    race('ridge', 'Blue Ridge Relay', 'Asheville', day(200 * days), 'America/New_York', 95 * minutes, 150 * days, now),
    race('winter', 'Winter Night Run', 'Tromsø', day(60 * days), 'Europe/Oslo', 9 * days, 50 * days, now),
    race('spring', 'Spring Ten', 'Ghent', day(-1 * days), 'Europe/Brussels', -200 * days, -11 * days, now),
  ];
};
