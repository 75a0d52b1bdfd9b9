import type { Plan } from '../../lambdas/editing/plan';
import { planChange, planIdentity } from '../../lambdas/editing/plan-change';
import type { EventFacts, RaceFacts } from '../../lambdas/editing/ports';
import type { DocumentEvent, RaceDocument } from '../../lambdas/editing/race-document';

const marathon = '01890a5d-ac96-774b-bcce-b302099a8057';
const ten = '01890a5d-ac96-774b-bcce-b302099a8058';
const now = new Date('2027-04-01T10:00:00Z');
const until = '2027-04-01T10:10:00.000Z';

const published: RaceDocument = {
  id: 'harbour',
  name: 'Harbour Marathon',
  place: 'Bergen',
  date: '2027-09-12',
  timeZone: 'Europe/Oslo',
  description: 'Twice around the harbour.',
  currency: 'EUR',
  opensAt: '2027-03-01T10:00:00.000Z',
  closesAt: '2027-09-01T08:00:00.000Z',
  waiver: { version: '1', text: 'At my own risk.' },
  changes: { refundPercent: 80, cancelUntil: '2027-08-01T00:00:00.000Z', transferUntil: '2027-08-20T00:00:00.000Z' },
  sale: { holdSeconds: 600, offerSeconds: 86_400 },
  events: [
    {
      id: marathon,
      name: 'Marathon',
      distance: 42_195,
      capacity: 100,
      prices: [{ label: 'All', from: '2027-03-01T10:00:00.000Z', amount: 7000 }],
    },
    {
      id: ten,
      name: '10 km',
      distance: 10_000,
      capacity: 50,
      prices: [{ label: 'All', from: '2027-03-01T10:00:00.000Z', amount: 3000 }],
    },
  ],
};

const ofEvent = (eventId: string, facts: Partial<EventFacts> = {}): EventFacts => ({
  eventId,
  registered: 0,
  held: 0,
  offered: 0,
  outlasting: 0,
  waiting: 0,
  waitingSizes: [],
  sale: 'on',
  sellable: 0,
  spots: 0,
  isUsed: false,
  wasCut: false,
  ...facts,
});
const nobody: RaceFacts = {
  isCancelled: false,
  wasRegistered: false,
  events: [ofEvent(marathon, { spots: 100, sellable: 100 }), ofEvent(ten, { spots: 50, sellable: 50 })],
  accepted: [],
  texts: [{ kind: 'waiver', version: '1', hash: 'first' }],
  waiverHash: 'first',
  forms: [],
  files: [],
  stocked: [],
  othersGroups: [],
  members: { counted: 0, several: 0 },
  foreignEvents: [],
};
const busy: RaceFacts = {
  ...nobody,
  wasRegistered: true,
  events: [
    ofEvent(marathon, {
      registered: 60,
      held: 14,
      heldUntil: until,
      waiting: 5,
      waitingSizes: [1, 40, 1, 1, 40],
      offered: 3,
      outlasting: 2,
      sellable: 26,
      spots: 100,
      isUsed: true,
      wasCut: true,
    }),
    ofEvent(ten, { spots: 50, sellable: 50 }),
  ],
  accepted: [{ version: '1', count: 60 }],
};

const event = { id: marathon, name: 'Marathon' };
const [first] = published.events as [RaceDocument['events'][number]];
const withMarathon = (changes: Partial<typeof first>): Partial<RaceDocument> => ({
  events: published.events.map((one) => (one.id === marathon ? { ...one, ...changes } : one)),
});
const plan = (changes: Partial<RaceDocument>, facts = busy, more: { current?: undefined; openNow?: true } = {}): Plan =>
  planChange({
    current: 'current' in more ? undefined : published,
    wanted: { ...published, ...changes },
    facts,
    now,
    openNow: more.openNow ?? false,
  });

test('nothing changed is nothing to publish', () => {
  expect(plan({})).toMatchObject({ changes: [], consequences: [], warnings: [], refusals: [], mails: [] });
});

test('a plan says how many offers leave: by the sizes of groups, and none while nothing is on sale', () => {
  const offers = (
    waitingSizes: readonly number[],
    facts: Partial<EventFacts> = {},
    changes: Partial<RaceDocument> = {},
  ) => {
    const full = { registered: 100, spots: 100, isUsed: true, wasCut: true, waiting: waitingSizes.length };
    const events = [ofEvent(marathon, { ...full, waitingSizes, ...facts }), ofEvent(ten)];
    const { consequences, mails } = plan({ ...withMarathon({ capacity: 104 }), ...changes }, { ...nobody, events });
    const made = consequences.flatMap((one) => (one.kind === 'offers-made' ? one.count : []));
    expect(mails).toEqual(made.map((count) => ({ template: 'offer', count })));
    return made;
  };
  expect(offers([1, 1, 1, 1, 1])).toEqual([4]);
  expect(offers([4, 1])).toEqual([1]);
  // A group that is too large is passed over.
  expect(offers([2, 3, 1, 1])).toEqual([3]);
  expect(offers([8, 5])).toEqual([]);
  // What is sellable waited for a group.
  expect(offers([5, 1], { sellable: 1, registered: 99 })).toEqual([1]);
  for (const sale of ['paused', 'closed'] as const) expect(offers([1, 1], { sale })).toEqual([]);
  expect(offers([1, 1], {}, { closesAt: '2027-04-01T09:00:00.000Z' })).toEqual([]);
});

test('the currency stays as soon as somebody was promised a price in it', () => {
  const refusals = (facts: Partial<RaceFacts>) => plan({ currency: 'NOK' }, { ...nobody, ...facts }).refusals;
  expect(refusals({})).toEqual([]);
  const stays = [{ kind: 'currency-fixed', count: 0 }];
  expect(refusals({ wasRegistered: true })).toEqual(stays);
  // The counters of holds may be lost, and the holds are good all the same.
  expect(refusals({ events: [ofEvent(marathon, { held: 0, heldUntil: until })] })).toEqual(stays);
  expect(refusals({ events: [ofEvent(marathon, { offered: 1 })] })).toEqual(stays);
});

describe('what a change does to people', () => {
  const cases: readonly [string, Partial<RaceDocument>, Partial<Plan>][] = [
    [
      'a name',
      { name: 'Harbour Run' },
      { changes: [{ path: 'name', from: 'Harbour Marathon', to: 'Harbour Run' }], consequences: [], warnings: [] },
    ],
    ['a day', { date: '2027-09-13' }, { warnings: [{ kind: 'tell-runners', count: 60, fields: ['date'] }] }],
    [
      'a place and a distance',
      { place: 'Oslo', ...withMarathon({ distance: 42_000 }) },
      { warnings: [{ kind: 'tell-runners', count: 60, fields: ['place', 'distance'] }] },
    ],
    ['a notice', { notice: 'Storm.' }, { consequences: [{ kind: 'notice-shown' }] }],
    ['an address for few', { isUnlisted: true }, { consequences: [{ kind: 'race-unlisted' }] }],
    [
      'a price',
      withMarathon({ prices: [{ label: 'All', from: '2027-03-01T10:00:00.000Z', amount: 9000 }] }),
      {
        changes: [{ path: `events.${marathon}.prices.2027-03-01T10:00:00.000Z.amount`, from: 7000, to: 9000 }],
        consequences: [{ kind: 'holds-keep-price', event, count: 14, until }],
      },
    ],
    [
      'more spots, of which the waiting list gets the first',
      withMarathon({ capacity: 103 }),
      {
        consequences: [
          { kind: 'spots-added', event, count: 3 },
          { kind: 'offers-made', event, count: 3 },
        ],
        mails: [{ template: 'offer', count: 3 }],
      },
    ],
    [
      'fewer spots, some of them held',
      withMarathon({ capacity: 70 }),
      {
        consequences: [
          { kind: 'spots-removed', event, count: 26 },
          { kind: 'spots-removed-later', event, count: 4 },
        ],
      },
    ],
    [
      'fewer spots than runners',
      withMarathon({ capacity: 59 }),
      { consequences: [], refusals: [{ kind: 'below-registered', event, count: 60 }] },
    ],
    [
      'an event that somebody runs',
      { events: published.events.slice(1) },
      { refusals: [{ kind: 'event-in-use', event, count: 60 }] },
    ],
    [
      'an event that nobody runs',
      { events: published.events.slice(0, 1) },
      { consequences: [{ kind: 'event-removed', event: { id: ten, name: '10 km' }, count: 50 }] },
    ],
    ['what an event is', withMarathon({ kind: 'ticket' }), { refusals: [{ kind: 'kind-fixed', event, count: 60 }] }],
    [
      'currency and zone',
      { currency: 'NOK', timeZone: 'UTC' },
      {
        refusals: [
          { kind: 'currency-fixed', count: 60 },
          { kind: 'time-zone-fixed', count: 60 },
        ],
      },
    ],
    ['an opening that was', { opensAt: '2027-05-01T10:00:00.000Z' }, { refusals: [{ kind: 'sale-began' }] }],
    ['an end before now', { closesAt: '2027-04-01T09:00:00.000Z' }, { refusals: [{ kind: 'closing-passed' }] }],
    [
      'an earlier end',
      { closesAt: '2027-04-02T09:00:00.000Z' },
      { consequences: [{ kind: 'offers-end-earlier', count: 2, until: '2027-04-02T09:00:00.000Z' }] },
    ],
    [
      'less money back, and less time',
      { changes: { refundPercent: 50, cancelUntil: '2027-07-01T00:00:00.000Z' } },
      {
        consequences: [
          { kind: 'right-lost', right: 'cancel', count: 60 },
          { kind: 'right-lost', right: 'refund', count: 60 },
          { kind: 'right-lost', right: 'transfer', count: 60 },
        ],
      },
    ],
    [
      'a higher fee for passing a spot on',
      { changes: { ...published.changes, transferFee: 500 } },
      {
        changes: [{ path: 'changes.transferFee' }],
        consequences: [{ kind: 'right-lost', right: 'transfer-fee', count: 60 }],
      },
    ],
    ['more time', { changes: { ...published.changes, cancelUntil: '2027-08-05T00:00:00.000Z' } }, { consequences: [] }],
    ['the order of the events', { events: published.events.toReversed() }, { changes: [{ path: 'events.order' }] }],
  ];
  test.each(cases)('%s', (_, changes, expected) => {
    expect(plan(changes)).toMatchObject(expected);
  });

  test('another waiver: a runner who holds a spot finishes with the text they saw, and one who accepted keeps theirs', () => {
    const changed = plan({ waiver: { version: '2', text: 'At your own risk.' } }, { ...busy, waiverHash: 'second' });
    expect(changed.changes).toContainEqual({ path: 'waiver.text' });
    expect(changed.consequences).toEqual([
      { kind: 'holds-keep-text', count: 14, until },
      { kind: 'accepted-before', version: '1', count: 60 },
    ]);
    const relabelled = plan({ waiver: { version: '1', text: 'At your own risk.' } }, { ...busy, waiverHash: 'second' });
    expect(relabelled.refusals).toEqual([{ kind: 'label-reused', version: '1' }]);
  });

  test('a form that names an event which goes cannot stay as it is', () => {
    const form = { questions: [{ id: 'club', type: 'text', of: 'person', events: [ten] }] };
    const withForm = { ...published, form };
    const asked = planChange({ current: published, wanted: withForm, facts: busy, now, openNow: false });
    expect(asked).toMatchObject({
      changes: [{ path: 'form' }],
      // What is held without a form is paid without one.
      consequences: [{ kind: 'form-missed', count: 14 }],
      refusals: [],
    });
    const more = { ...form, questions: [...form.questions, { id: 'shirt', type: 'text', of: 'person' }] };
    const again = { current: withForm, wanted: { ...published, form: more }, facts: busy, now, openNow: false };
    expect(planChange(again).consequences).toEqual([{ kind: 'form-asks-again', count: 14 }]);
    const before = { current: published, wanted: withForm, facts: nobody, now, openNow: false };
    expect(planChange(before).consequences).toEqual([]);
    // Who registered before is in a new limit group, and who has two spots of it keeps both.
    const members = { counted: 58, several: 2 };
    expect(planChange({ ...again, facts: { ...busy, members } }).consequences).toEqual([
      { kind: 'form-asks-again', count: 14 },
      { kind: 'group-counts', count: 58 },
      { kind: 'group-several', count: 2 },
    ]);
    const gone = planChange({
      current: withForm,
      wanted: { ...withForm, events: [first] },
      facts: nobody,
      now,
      openNow: false,
    });
    expect(gone.refusals).toMatchObject([
      { kind: 'form-not-possible', faults: [{ code: 'not-of-this-race', other: ten }] },
    ]);
    const none = planChange({ current: withForm, wanted: published, facts: nobody, now, openNow: false });
    expect(none.refusals).toEqual([{ kind: 'form-stays' }]);
  });
});

test('a race that opened before it was published opens only if its director says so', () => {
  expect(plan({}, nobody, { current: undefined })).toMatchObject({
    consequences: [{ kind: 'race-appears', count: 150 }],
    refusals: [{ kind: 'opening-passed' }],
  });
  expect(plan({}, nobody, { current: undefined, openNow: true })).toMatchObject({
    consequences: [{ kind: 'race-appears' }, { kind: 'opens-now' }],
    refusals: [],
  });
  expect(plan({ opensAt: '2027-04-01T10:05:00.000Z' }, nobody)).toMatchObject({
    warnings: [{ kind: 'opens-soon', minutes: 5 }],
    refusals: [],
  });
  expect(plan({}, { ...nobody, foreignEvents: [ten] }, { current: undefined, openNow: true }).refusals).toMatchObject([
    { kind: 'event-of-another-race' },
  ]);
});

test('a copy of last year’s race says which of its dates are over, and which event has a price that nobody pays', () => {
  const [first, second] = published.events as [DocumentEvent, DocumentEvent];
  const copy: Partial<RaceDocument> = {
    opensAt: '2027-05-01T10:00:00.000Z',
    changes: { refundPercent: 80, cancelUntil: '2026-08-01T00:00:00.000Z', transferUntil: '2027-08-20T00:00:00.000Z' },
    events: [
      {
        ...first,
        prices: [
          { label: 'Late', from: '2026-06-01T10:00:00.000Z', amount: 9000 },
          { label: 'Early', from: '2027-05-01T10:00:00.000Z', amount: 7000 },
        ],
      },
      second,
    ],
    form: {
      language: 'en',
      questions: [],
      items: [{ id: 'shirt', exchangeUntil: '2026-08-01T00:00:00Z', variants: [] }],
      rules: [{ events: [marathon], ageOn: '2026-12-31' }],
    } as unknown as RaceDocument['form'],
  };
  expect(plan(copy, nobody, { current: undefined })).toMatchObject({
    warnings: [
      { kind: 'dates-passed', fields: ['cancelUntil', 'exchangeUntil', 'ageOn'] },
      { kind: 'price-unasked', event: { id: marathon } },
    ],
    refusals: [],
  });
  // A right that is over is no news in a race that has been published.
  expect(plan(copy, nobody).warnings).toEqual([]);
});

describe('the line of a race', () => {
  const gun = '2027-04-01T11:00:00.000Z';
  const before = { ...published, opensAt: gun };
  const forming = { ...nobody, line: { state: 'forms' as const, gun, passes: 3120 } };
  const plansOf = (changes: Partial<RaceDocument>, facts: RaceFacts = forming, at = now) => {
    const { consequences, refusals } = planChange({
      current: before,
      wanted: { ...before, ...changes },
      facts,
      now: at,
      openNow: false,
    });
    return [...consequences, ...refusals];
  };
  const [later, earlier] = ['2027-04-01T11:30:00.000Z', '2027-04-01T10:45:00.000Z'];
  const nearGun = new Date('2027-04-01T10:51:00Z');

  test('is named where another rule is chosen, and nobody reads of one in a race that leaves it as it is', () => {
    expect(plansOf({ lineMode: 'always' }, nobody)).toEqual([{ kind: 'line-always', at: gun }]);
    expect(plansOf({ lineMode: 'never' }, nobody)).toEqual([{ kind: 'line-never', at: gun }]);
    const drawn = { ...before, lineMode: 'always' as const };
    const { lineMode: _, ...auto } = drawn;
    expect(planChange({ current: drawn, wanted: auto, facts: nobody, now, openNow: false }).consequences).toEqual([
      { kind: 'line-auto', at: gun },
    ]);
    expect(plan({}, nobody, { current: undefined, openNow: true }).consequences).toMatchObject([
      { kind: 'race-appears' },
      { kind: 'opens-now' },
    ]);
  });

  test.each([
    ['moves with a later opening', { opensAt: later }, { kind: 'line-moves', at: gun, until: later, count: 3120 }],
    ['keeps an opening from being earlier', { opensAt: earlier }, { kind: 'line-forms', at: gun, count: 3120 }],
    ['loses its draw while it forms', { lineMode: 'never' }, { kind: 'line-opens', at: gun, count: 3120 }],
    ['is drawn whoever comes', { lineMode: 'always' }, { kind: 'line-always', at: gun }],
  ] as const)('%s', (_, changes, said) => expect(plansOf(changes)).toEqual([said]));

  test('lets the opening be earlier where nobody waits for a draw any more', () =>
    expect(plansOf({ opensAt: earlier, lineMode: 'never' }).map(({ kind }) => kind)).toEqual([
      'line-opens',
      'line-moves',
    ]));

  test('keeps its gun in the last ten minutes', () => {
    const fixed = { kind: 'gun-near', at: gun, minutes: 10 };
    expect(plansOf({ opensAt: later }, forming, nearGun)).toEqual([fixed]);
    expect(plansOf({ opensAt: later, lineMode: 'never' }, forming, nearGun)).toContainEqual(fixed);
    expect(plansOf({ opensAt: later }, forming, new Date('2027-04-01T10:50:00Z'))).not.toContainEqual(fixed);
    // Without a line there is nobody who was told the time.
    expect(plansOf({ opensAt: later }, nobody, nearGun)).toEqual([]);
  });

  test('does not come back where it was ended, unless the race opens later', () => {
    const ended = { ...forming, line: { ...forming.line, state: 'ended' as const } };
    const never = { ...before, lineMode: 'never' as const };
    const back = (changes: Partial<RaceDocument>) =>
      planChange({
        current: never,
        wanted: { ...never, lineMode: 'always', ...changes },
        facts: ended,
        now,
        openNow: false,
      }).consequences;
    expect(back({})).toEqual([{ kind: 'line-gone', at: gun }]);
    expect(back({ opensAt: earlier })).toEqual([{ kind: 'line-gone', at: gun }]);
    expect(back({ opensAt: later })).toEqual([{ kind: 'line-always', at: later }]);
    expect(back({ lineMode: 'never' })).toEqual([]);
  });

  test('goes on as it is once its gun has gone, or ends for good', () => {
    const running = { ...forming, line: { ...forming.line, state: 'goes-on' as const } };
    const at = new Date('2027-04-01T11:00:10Z');
    expect(plansOf({ opensAt: later }, running, at)).toEqual([{ kind: 'sale-began' }]);
    expect(plansOf({ lineMode: 'always' }, running, at)).toEqual([{ kind: 'line-goes-on', at: gun, count: 3120 }]);
    expect(plansOf({ lineMode: 'never' }, running, at)).toEqual([{ kind: 'line-ends', at: gun, count: 3120 }]);
  });
});

test('a plan stays the same while its figures move, and not when it says something else', () => {
  const price = withMarathon({ prices: [{ label: 'All', from: '2027-03-01T10:00:00.000Z', amount: 9000 }] });
  const fewer = { ...busy, events: [ofEvent(marathon, { ...busy.events[0], held: 3 }), ofEvent(ten)] };
  expect(planIdentity(plan(price))).toEqual(planIdentity(plan(price, fewer)));
  expect(planIdentity(plan(price))).not.toEqual(planIdentity(plan(price, nobody)));
});
