import type { QuoteGiven } from '../../../lambdas/api/messages/quotes';
import type { Evidence, Row } from './evidence';
import type { FormEvidence } from './form-evidence';
import { judgeForm } from './judge-form';

const ada = { firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com', birthDate: '1990-05-01' };
const kim = { ...ada, firstName: 'Kim', birthDate: '2014-05-01' };
const lines = [
  { registrationId: 'r1', kind: 'entry', list: 2_900, amount: 2_900 },
  { registrationId: 'r1', kind: 'item', ref: 'hoodie-m', list: 3_900, amount: 3_900 },
  { registrationId: 'r1', kind: 'team', list: 0, amount: 0 },
  { registrationId: 'r2', kind: 'entry', list: 2_900, amount: 2_900 },
] as const;

/** A runner with a hoodie and a new team, and the child who comes along. */
const quote = {
  ...{ registrationId: 'r1', quote: 'q', form: 1, currency: 'EUR', total: 9_700 },
  entry: {
    people: [
      { registrationId: 'r1', ...ada, answers: { bus: 'yes' } },
      { registrationId: 'r2', ...kim, answers: {} },
    ],
    order: {},
  },
  lines: [...lines],
} as unknown as QuoteGiven;

const row = (id: string, share: number, more: Partial<Row> = {}): Row => ({
  ...{ id, lead: 'r1', share, person: id, outcome: 'confirmed', live: true, number: 1, spot: 1, via: 'block' },
  ...{ recordedAt: 10_000, payment: 'captured', settledAt: 11_000, amount: 9_700, mail: 'accepted', ...more },
});

const answers = {
  ...{ holds: [], accepted: true, asked: false },
  ...{ quotes: [quote], paid: quote, gone: [{ variants: ['hoodie-m'], askedAt: 14_000, answeredAt: 14_100 }] },
};
const sound: Pick<Evidence, 'clients' | 'rows' | 'payments'> = {
  clients: [{ registrationId: 'r1', answers, ending: { kind: 'done' } }],
  rows: [row('r1', 6_800), row('r2', 2_900)],
  payments: [{ registrationId: 'r1', status: 'succeeded', received: 9_700 }],
};
const signed = (by: string, hash = 'text') => [{ hash, by }];
const [entry, hoodie, place, childs] = [
  { registrationId: 'r1', kind: 'entry', ref: '', amount: 2_900, state: 'given' },
  { registrationId: 'r1', kind: 'item', ref: 'hoodie-m', amount: 3_900, state: 'given' },
  { registrationId: 'r1', kind: 'team', ref: 'owls', amount: 0, state: 'given' },
  { registrationId: 'r2', kind: 'entry', ref: '', amount: 2_900, state: 'given' },
] as const;
const adas = { runner: { ...ada, answers: { bus: 'yes' } }, signatures: signed('self'), signedOn: '2026-11-01' };
const kims = { runner: { ...kim, answers: {} }, signatures: signed('guardian'), signedOn: '2026-11-01' };
const pool = { kind: 'item', ref: 'hoodie-m', stock: 1, units: 1, sellable: 0, given: 1, live: 1 } as const;
const team = { kind: 'team', ref: 'owls', stock: 6, units: 6, sellable: 5, given: 1, live: 1 } as const;
const found: FormEvidence = {
  entries: [
    { id: 'r1', ...adas, team: 'owls', leg: null },
    { id: 'r2', ...kims, team: null, leg: null },
  ],
  isRelay: false,
  lines: [entry, hoodie, place, childs],
  pools: [pool, team],
  texts: ['text'],
  findings: [],
};
const right = {
  ...{ unitsOver: 0, unitsStuck: 0, wrongSums: 0, shortInVain: 0, intentsTwice: 0, otherEntries: 0, teamsOver: 0 },
  ...{ unsigned: 0, goneTooEarly: 0, findings: 0, short: 0, over: 0, lines: 4 },
  ...{ toldGone: 1, quotedAgain: 0, suspects: [] },
};

test('a group that has what it was quoted, signed and paid', () => {
  expect(judgeForm(sound, found, false)).toEqual(right);
});

test('what is short is not charged, and stands if the fault explains it', () => {
  const short = { ...found, lines: [entry, { ...hoodie, amount: 0, state: 'short' as const }, place, childs] };
  const rows = [row('r1', 2_900, { amount: 5_800 }), row('r2', 2_900, { amount: 5_800 })];
  const others = { ...short, pools: [{ ...pool, given: 0, live: 0, sellable: 1 }, team] };
  const clients = sound.clients.map((one) => ({ ...one, answers: { ...answers, gone: [] } }));
  expect(judgeForm({ ...sound, clients, rows }, others, true)).toMatchObject({ ...right, toldGone: 0, short: 1 });
  expect(judgeForm({ ...sound, clients, rows }, others, false)).toMatchObject({ shortInVain: 1 });
  expect(judgeForm({ ...sound, clients }, others, true)).toMatchObject({ wrongSums: 1 });
});

const [first, second] = found.entries;
const born = (birthDate: string, signedOn: string) => ({ ...adas, runner: { ...adas.runner, birthDate }, signedOn });

test.each<[what: string, evidence: Partial<typeof sound>, database: Partial<FormEvidence>, wrong: object]>([
  ['more given than there are', {}, { pools: [{ ...pool, given: 2 }, team] }, { unitsOver: 1, unitsStuck: 1 }],
  ['a unit without a row', {}, { pools: [{ ...pool, stock: 2 }, team] }, { unitsOver: 1, goneTooEarly: 1 }],
  ['a unit that nobody can have', {}, { pools: [pool, { ...team, sellable: 4 }] }, { unitsStuck: 1 }],
  ['a payment that is not the sum of its lines', {}, { lines: [entry, hoodie, place] }, { wrongSums: 1 }],
  ['a share that is not', { rows: [row('r1', 6_801), row('r2', 2_900)] }, {}, { wrongSums: 1 }],
  [
    'more than was quoted',
    { clients: [{ ...sound.clients[0], answers: { ...answers, paid: { ...quote, total: 9_699 } } }] as never },
    {},
    { wrongSums: 1 },
  ],
  [
    'a use beyond the limit',
    {},
    { lines: [...found.lines, { ...entry, kind: 'code', amount: 0, state: 'over' }] },
    { shortInVain: 1 },
  ],
  [
    'two intents',
    { payments: [...sound.payments, { ...sound.payments[0], status: 'canceled' }] as never },
    {},
    { intentsTwice: 1 },
  ],
  [
    'other answers',
    {},
    { entries: [{ ...first, runner: { ...adas.runner, answers: { bus: 'no' } } }, second] as never },
    { otherEntries: 1 },
  ],
  ['another item', {}, { lines: [entry, { ...hoodie, ref: 'hoodie-l' }, place, childs] }, { otherEntries: 1 }],
  ['more people than places', {}, { pools: [pool, { ...team, live: 7 }] }, { teamsOver: 1 }],
  [
    'two on one leg',
    {},
    {
      entries: [
        { ...first, leg: 1 },
        { ...second, team: 'owls', leg: 1 },
      ] as never,
    },
    { teamsOver: 1 },
  ],
  [
    'somebody in a relay who runs no leg',
    {},
    {
      isRelay: true,
      entries: [
        { ...first, leg: 1 },
        { ...second, team: 'owls' },
      ] as never,
    },
    { teamsOver: 1 },
  ],
  [
    'a minor without a guardian',
    {},
    { entries: [first, { ...second, signatures: signed('self') }] as never },
    { unsigned: 1 },
  ],
  ['nothing signed', {}, { entries: [{ ...first, signatures: null }, second] as never }, { unsigned: 1 }],
  ['a text that is gone', {}, { texts: [] }, { unsigned: 2 }],
  [
    'somebody who comes of age tomorrow',
    {},
    { entries: [{ ...first, ...born('2008-11-02', '2026-11-01') }, second] as never },
    { unsigned: 1 },
  ],
  [
    'told gone while it was there',
    { rows: [row('r1', 6_800, { recordedAt: 15_000 }), row('r2', 2_900)] },
    {},
    { goneTooEarly: 1 },
  ],
  ['what the watch finds', {}, { findings: ['UnitsStranded (1): p'] }, { findings: 1 }],
  [
    'a use beyond the limit that the watch does not see',
    {},
    { lines: [...found.lines, { ...entry, kind: 'code', amount: 0, state: 'over' }] },
    { findings: 1 },
  ],
])('%s', (_, evidence, database, wrong) => {
  const figures = judgeForm({ ...sound, ...evidence }, { ...found, ...database }, false);
  expect(figures).toMatchObject(wrong);
  expect(figures.suspects.length + figures.unitsOver).toBeGreaterThan(0);
});

test('the watch says that a use is beyond the limit, and that is no finding', () => {
  const use = { ...entry, kind: 'code', amount: 0, state: 'over' } as const;
  const seen = { ...found, lines: [...found.lines, use], findings: ['UsesOver (1): r1'] };
  expect(judgeForm(sound, seen, true)).toMatchObject({ findings: 0, over: 1 });
});

test('somebody who came of age today signs for themselves', () => {
  const clients = sound.clients.map((one) => ({
    ...one,
    answers: { ...answers, gone: [], paid: undefined, quotes: [] },
  }));
  const entries = [{ ...first, ...born('2008-11-01', '2026-11-01') }, second] as never;
  expect(judgeForm({ ...sound, clients } as never, { ...found, entries }, false)).toMatchObject({ unsigned: 0 });
});
