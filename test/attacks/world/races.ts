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
const frees = 3;

const rooms = (raceId: string, first: number, count: number, capacity: number): readonly Event[] =>
  Array.from({ length: count }, (_, n) => ({ raceId, eventId: eventId(first + n), capacity }));

/** Every attacked event, by its purpose. */
export const events = {
  /** Has spots for everybody. */
  large: { raceId: 'attacked', eventId: eventId(1), capacity: 3000 },
  /** Is free of charge. */
  free: { raceId: 'attacked', eventId: eventId(2), capacity: 200 },
  /** Are free of charge, too: every story about taking all of one gets one of its own. */
  frees: rooms('attacked-frees', 351, frees, capacityOfForty),
  later: { raceId: 'attacked-later', eventId: eventId(11), capacity: 10 },
  over: { raceId: 'attacked-over', eventId: eventId(21), capacity: 10 },
  singles: [...rooms('attacked-singles', 101, singles / 2, 1), ...rooms('attacked-singles-too', 201, singles / 2, 1)],
  forties: rooms('attacked-forties', 301, forties, capacityOfForty),
  /** Has a form, things to buy, teams and people who collect. */
  asking: { raceId: 'attacked-form', eventId: eventId(401), capacity: 2000 },
  /** The same race: only who has a code may know of it. */
  hidden: { raceId: 'attacked-form', eventId: eventId(402), capacity: 100 },
  /** Who takes a spot over pays a fee. */
  passing: { raceId: 'attacked-passing', eventId: eventId(501), capacity: 100 },
  /** The same race: costs 15 euros more. */
  dearer: { raceId: 'attacked-passing', eventId: eventId(502), capacity: 100 },
  /** Have a line. Everybody with a pass is called to the first, and nobody to the second. */
  called: { raceId: 'attacked-line', eventId: eventId(601), capacity: 200 },
  uncalled: { raceId: 'attacked-line', eventId: eventId(602), capacity: 200 },
  /** Another race, with a line that calls everybody. */
  elsewhere: { raceId: 'attacked-line-elsewhere', eventId: eventId(611), capacity: 50 },
  /** A line is over here, and another one begins. */
  again: { raceId: 'attacked-line-again', eventId: eventId(621), capacity: 50 },
  /** Has one spot, and half of the people in its line are called. */
  scarce: { raceId: 'attacked-line-scarce', eventId: eventId(651), capacity: 1 },
  /** People come to its line, and it opens tomorrow. */
  lobby: { raceId: 'attacked-line-lobby', eventId: eventId(641), capacity: 50 },
  /** They sell without a line at first. The second has one spot. */
  crowded: { raceId: 'attacked-line-crowded', eventId: eventId(631), capacity: 50 },
  crowdedSingle: { raceId: 'attacked-line-crowded', eventId: eventId(632), capacity: 1 },
  /** Lets its runners defer, and pass their spots on. */
  deferring: { raceId: 'attacked-deferring', eventId: eventId(801), capacity: 100 },
  /** In these, credits of the first are good. */
  into: { raceId: 'attacked-deferred-into', eventId: eventId(811), capacity: 100 },
  intoToo: { raceId: 'attacked-deferred-into', eventId: eventId(812), capacity: 100 },
  /** Has results and is told live. */
  told: { raceId: 'attacked-told', eventId: eventId(701), capacity: 10 },
} as const;

const race = (
  now: Date,
  {
    id,
    from,
    to,
    transferFee,
    series,
  }: { id: string; from: number; to: number; transferFee?: number; series?: string },
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
    changes: {
      cancelUntil: at(now, 60),
      refundPercent: 80,
      transferUntil: at(now, 85),
      ...(transferFee && { transferFee }),
      ...(series && { deferral: { until: at(now, 85), worth: 'entry', fee: 500, creditUntil: at(now, 400) } }),
    },
    ...(series && { series }),
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

/** Words that a stranger does not know. The first opens the hidden event, the others lower the price. */
export const codeWords = { opens: 'HARBOUR-SECRET-77', lowers: 'FRIENDS-OF-THE-RACE', club: 'CLUB-OF-FIFTY' } as const;
const stockOfCaps = 1000;
/** Of each size, and of a code that a club was given. One address could have all. */
export const stockOfHoodies = 50;
export const usesOfClub = 50;
export const hoodies = ['hoodie-s', 'hoodie-l'] as const;

const en = (text: string) => ({ en: text });
const { asking, deferring, hidden, into } = events;

/** What a director ordered for the race with a form: revision 1 is published, revision 2 only saved. */
export const attackedForm: readonly object[] = [
  { setStock: { raceId: asking.raceId, variant: 'cap', stock: stockOfCaps } },
  ...hoodies.map((variant) => ({ setStock: { raceId: asking.raceId, variant, stock: stockOfHoodies } })),
  ...['Secret badge', 'Unpublished'].map((label) => ({
    saveForm: {
      raceId: asking.raceId,
      form: {
        language: 'en',
        questions: [
          { id: 'song', type: 'text', label: en('Song') },
          { id: 'member', type: 'text', label: en(label), events: [hidden.eventId] },
        ],
        items: [
          {
            id: 'cap',
            label: en('Cap'),
            maxPerPerson: 10,
            variants: [{ id: 'cap', label: en('Cap'), price: 2000, limited: true }],
          },
          {
            id: 'hoodie',
            label: en('Hoodie'),
            maxPerPerson: 10,
            variants: hoodies.map((id) => ({ id, label: en(id), price: 4000, limited: true })),
          },
        ],
        rules: [{ events: [hidden.eventId], accessCode: true }],
        teams: { kinds: [{ id: 'trio', label: en('Trio'), size: 3 }] },
        causes: [{ id: 'trees', label: en('Trees'), presets: [500], least: 200, most: 50_000 }],
        fundraising: true,
      },
    },
  })),
  { publishForm: { raceId: asking.raceId, revision: 1 } },
  ...[deferring, into].flatMap(({ raceId }) => [
    { saveForm: { raceId, form: { language: 'en', questions: [] } } },
    { publishForm: { raceId, revision: 1 } },
  ]),
  { makeCodes: { raceId: asking.raceId, batch: 'open', words: [codeWords.opens], opensEvents: [hidden.eventId] } },
  {
    makeCodes: {
      raceId: asking.raceId,
      batch: 'friends',
      words: [codeWords.lowers],
      off: { kind: 'percent', value: 50 },
    },
  },
  {
    makeCodes: {
      raceId: asking.raceId,
      batch: 'club',
      words: [codeWords.club],
      off: { kind: 'percent', value: 50 },
      uses: usesOfClub,
    },
  },
];

const ofRace = (some: readonly Event[], raceId: string, amount = price) =>
  some.filter((event) => event.raceId === raceId).map((event) => [event.eventId, event.capacity, amount] as const);

export const attackedRaces = (now: Date): Races => {
  const open = { from: -0.01, to: 90 };
  const { large, free, later, over, passing, dearer, deferring, into, intoToo, elsewhere, again, told } = events;
  return [
    race(now, { id: 'attacked', ...open }, [
      [large.eventId, large.capacity, price],
      [free.eventId, free.capacity, 0],
    ]),
    race(now, { id: asking.raceId, ...open }, [
      [asking.eventId, asking.capacity, price],
      [hidden.eventId, hidden.capacity, price],
    ]),
    ...[[deferring], [into, intoToo]].map((some) =>
      race(now, { id: some[0]?.raceId ?? '', ...open, series: 'Attacked Runs' }, ofRace(some, some[0]?.raceId ?? '')),
    ),
    race(now, { id: passing.raceId, ...open, transferFee: 1500 }, [
      [passing.eventId, passing.capacity, price],
      [dearer.eventId, dearer.capacity, price + 1500],
    ]),
    ...[
      [events.called, events.uncalled],
      [elsewhere],
      [again],
      [events.scarce],
      [events.crowded, events.crowdedSingle],
    ].map((some) => race(now, { id: some[0]?.raceId ?? '', ...open }, ofRace(some, some[0]?.raceId ?? ''))),
    race(now, { id: events.lobby.raceId, from: 1, to: 90 }, ofRace([events.lobby], events.lobby.raceId)),
    race(now, { id: 'attacked-later', from: 30, to: 90 }, [[later.eventId, later.capacity, price]]),
    race(now, { id: told.raceId, from: -90, to: -30 }, [[told.eventId, told.capacity, price]]),
    race(now, { id: 'attacked-over', from: -90, to: -30 }, [[over.eventId, over.capacity, price]]),
    ...['attacked-singles', 'attacked-singles-too'].map((id) => race(now, { id, ...open }, ofRace(events.singles, id))),
    race(now, { id: 'attacked-forties', ...open }, ofRace(events.forties, 'attacked-forties')),
    race(now, { id: 'attacked-frees', ...open }, ofRace(events.frees, 'attacked-frees', 0)),
  ];
};
