import type { SystemOptions } from '../../../local/system';

type Races = NonNullable<SystemOptions['races']>;

const day = 86_400_000;
const at = (now: Date, days: number) => new Date(now.getTime() + days * day).toISOString();
const eventId = (n: number) => `0199b000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export interface Event {
  readonly raceId: string;
  readonly eventId: string;
  readonly capacity: number;
}

const price = 8900;

/** Events with a single spot each: every waiting-list story gets one of its own. */
const singles = 40;
/** Events with forty spots each: every story about taking too many gets one of its own. */
const forties = 12;
const capacityOfForty = 40;

const rooms = (raceId: string, first: number, count: number, capacity: number): readonly Event[] =>
  Array.from({ length: count }, (_, n) => ({ raceId, eventId: eventId(first + n), capacity }));

/** Every attacked event, by its purpose. */
export const events = {
  /** Has spots for everybody. */
  large: { raceId: 'attacked', eventId: eventId(1), capacity: 3000 },
  /** Is free of charge. */
  free: { raceId: 'attacked', eventId: eventId(2), capacity: 200 },
  later: { raceId: 'attacked-later', eventId: eventId(11), capacity: 10 },
  over: { raceId: 'attacked-over', eventId: eventId(21), capacity: 10 },
  singles: [...rooms('attacked-singles', 101, singles / 2, 1), ...rooms('attacked-singles-too', 201, singles / 2, 1)],
  forties: rooms('attacked-forties', 301, forties, capacityOfForty),
} as const;

const race = (
  now: Date,
  { id, from, to }: { id: string; from: number; to: number },
  capacities: readonly (readonly [id: string, capacity: number, amount: number])[],
): Races[number] => ({
  createRace: {
    id,
    name: `Race ${id}`,
    place: 'Nowhere',
    date: at(now, 120).slice(0, 10),
    timeZone: 'Europe/Berlin',
    description: 'A race that strangers try to take.',
    currency: 'EUR',
    opensAt: at(now, from),
    closesAt: at(now, to),
    changes: { cancelUntil: at(now, 60), refundPercent: 80, transferUntil: at(now, 85) },
    waiver: { version: '1', text: 'I take part at my own risk.' },
    events: capacities.map(([event, capacity, amount], n) => ({
      id: event,
      name: `Event ${n + 1}`,
      distance: 10_000,
      capacity,
      prices: [{ label: 'Regular', from: at(now, Math.min(from, 0) - 1), amount }],
    })),
  },
});

const ofRace = (some: readonly Event[], raceId: string) =>
  some.filter((event) => event.raceId === raceId).map((event) => [event.eventId, event.capacity, price] as const);

export const attackedRaces = (now: Date): Races => {
  const open = { from: -0.01, to: 90 };
  const { large, free, later, over } = events;
  return [
    race(now, { id: 'attacked', ...open }, [
      [large.eventId, large.capacity, price],
      [free.eventId, free.capacity, 0],
    ]),
    race(now, { id: 'attacked-later', from: 30, to: 90 }, [[later.eventId, later.capacity, price]]),
    race(now, { id: 'attacked-over', from: -90, to: -30 }, [[over.eventId, over.capacity, price]]),
    ...['attacked-singles', 'attacked-singles-too'].map((id) => race(now, { id, ...open }, ofRace(events.singles, id))),
    race(now, { id: 'attacked-forties', ...open }, ofRace(events.forties, 'attacked-forties')),
  ];
};
