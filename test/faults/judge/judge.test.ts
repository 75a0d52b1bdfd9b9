import type { Evidence, Row } from './evidence';
import { judge } from './judge';

const row = (n: number, more: Partial<Row> = {}): Row => ({
  id: `r${n}`,
  lead: `r${n}`,
  share: null,
  person: `p${n}`,
  outcome: 'confirmed',
  live: true,
  number: n,
  spot: n,
  via: 'block',
  recordedAt: 1_000 * n,
  payment: 'captured',
  settledAt: 1_000 * n + 500,
  amount: 4500,
  mail: 'accepted',
  ...more,
});

const client = (
  n: number,
  more: Partial<Evidence['clients'][number]['answers']> = {},
): Evidence['clients'][number] => ({
  registrationId: `r${n}`,
  answers: {
    holds: [{ block: 'b', spot: n, token: 't' }],
    accepted: true,
    asked: false,
    quotes: [],
    gone: [],
    status: confirmed(n),
    ...more,
  },
  ending: { kind: 'confirmed', registrationId: `r${n}`, eventId: 'e', number: n, total: 4500 },
});

const confirmed = (n: number) => ({
  registrationId: `r${n}`,
  raceId: 'race',
  raceName: 'Race',
  eventId: 'event',
  eventName: 'Ten',
  status: 'confirmed' as const,
  number: n,
  payment: 'captured' as const,
  amount: 4500,
  currency: 'EUR',
  runner: { firstName: 'A', lastName: 'B', email: 'c' },
  registeredAt: '2026-01-01T00:00:00Z',
});

const payment = (n: number, status = 'succeeded') => ({ registrationId: `r${n}`, status, received: 4500 });

const soldOut: Evidence['clients'][number] = {
  registrationId: 'r3',
  answers: {
    ...{ holds: [], accepted: false, asked: false, quotes: [], gone: [] },
    soldOut: { askedAt: 2_900, answeredAt: 3_000 },
  },
  ending: { kind: 'sold-out' },
};

/** Two spots, two runners, and a third who is told the truth. */
const sound: Evidence = {
  spots: 2,
  ledger: { rows: 2, sellable: 0, offered: 0 },
  clients: [client(1), client(2), soldOut],
  rows: [row(1), row(2)],
  payments: [payment(1), payment(2)],
  confirmations: new Map([
    ['r1', 1],
    ['r2', 1],
  ]),
  deadLetters: 0,
};

const refused = row(3, { outcome: 'refused', live: false, number: null, spot: null, payment: 'voided', mail: null });

test('when everybody tells the same story nothing is wrong', () => {
  expect(judge(sound)).toMatchObject({
    oversold: 0,
    lost: 0,
    inPart: 0,
    doubled: 0,
    falseSoldOut: 0,
    unsold: 0,
    contradicted: 0,
    unmailed: 0,
    suspects: [],
  });
});

test.each<[what: string, evidence: Partial<Evidence>, wrong: object]>([
  ['a third runner on two spots', { rows: [row(1), row(2), row(3)] }, { oversold: 1 }],
  ['two runners with one number', { rows: [row(1), row(2, { number: 1 })] }, { oversold: 1 }],
  ['a spot that is gone from the ledger', { ledger: { rows: 1, sellable: 0, offered: 0 } }, { oversold: 1 }],
  ['somebody accepted and never decided', { clients: [...sound.clients, client(4)] }, { lost: 1 }],
  [
    'money of somebody refused',
    { rows: [...sound.rows, refused], payments: [...sound.payments, payment(3)] },
    { lost: 1 },
  ],
  ['money of nobody we know', { payments: [...sound.payments, payment(9)] }, { lost: 1 }],
  ['money still held in the end', { payments: [...sound.payments, payment(3, 'requires_capture')] }, { stuck: 1 }],
  [
    'a bank that still waits in the end',
    { payments: [...sound.payments, payment(3, 'requires_action')] },
    { stuck: 1 },
  ],
  ['a place that was never paid', { payments: [payment(1)] }, { lost: 1 }],
  ['a place paid that the books call unpaid', { rows: [row(1), row(2, { payment: 'authorised' })] }, { lost: 1 }],
  ['too little taken', { payments: [payment(1), { ...payment(2), received: 1 }] }, { lost: 1 }],
  ['a card charged twice', { payments: [...sound.payments, payment(2)] }, { doubled: 1 }],
  ['a runner registered twice', { rows: [row(1), row(2, { person: 'p1' })] }, { doubled: 1 }],
  [
    'two confirmations',
    {
      confirmations: new Map([
        ['r1', 2],
        ['r2', 1],
      ]),
    },
    { doubled: 1 },
  ],
  ['sold out before the last spot was', { rows: [row(1), row(2, { recordedAt: 3_500 })] }, { falseSoldOut: 1 }],
  [
    'sold out long after a spot came back',
    { rows: [row(1), row(2, { live: false, payment: 'failed', settledAt: 500 })] },
    { falseSoldOut: 1 },
  ],
  [
    'refused while there was a spot',
    {
      rows: [row(1), row(2, { recordedAt: 9_000 }), { ...refused, recordedAt: 5_000 }],
      clients: [client(1), client(2)],
    },
    { falseSoldOut: 1 },
  ],
  ['a spot nobody has', { rows: [row(1)] }, { unsold: 1 }],
  ['told another number', { clients: [client(1), client(2, { status: confirmed(1) })] }, { contradicted: 1 }],
  [
    'told that they are in, and they are not',
    { rows: [row(1), row(2), refused], clients: [client(3)] },
    { contradicted: 1 },
  ],
  [
    'never told',
    { clients: [client(1, { status: { registrationId: 'r1', status: 'processing', pollAfter: 1 } })] },
    { contradicted: 1 },
  ],
  ['told sold out, and registered', { clients: [{ ...soldOut, registrationId: 'r1' }] }, { contradicted: 1 }],
  ['no confirmation', { confirmations: new Map([['r1', 1]]) }, { unmailed: 1 }],
])('%s is found', (_, evidence, wrong) => {
  expect(judge({ ...sound, ...evidence })).toMatchObject(wrong);
});

test('a confirmation of which nobody knows whether it left is listed, and not missed', () => {
  const evidence = { ...sound, rows: [row(1), row(2, { mail: 'unknown' })], confirmations: new Map([['r1', 1]]) };
  expect(judge(evidence)).toMatchObject({ unmailed: 0, uncertainMails: 1 });
});

describe('of those who came together', () => {
  const total = 2 * 4500;
  const member = (n: number, more: Partial<Row> = {}) =>
    row(n, { lead: 'r1', share: 4500, amount: total, recordedAt: 1_000, ...more });
  const held = { block: 'b', spot: 1, companions: [{ registrationId: 'r2', spot: 2 }], token: 't' };
  const answers = {
    holds: [held],
    status: { ...confirmed(1), companions: [{ registrationId: 'r2', firstName: 'C', lastName: 'B', number: 2 }] },
  };
  const paid = { registrationId: 'r1', status: 'succeeded', received: total };
  /** One runner who paid for two, and a third who is told the truth. */
  const family: Evidence = {
    ...sound,
    clients: [client(1, answers), soldOut],
    rows: [member(1), member(2)],
    payments: [paid],
  };
  const out = { live: false, number: null, spot: null, mail: null };
  const refusedMember = (n: number) => member(n, { ...out, outcome: 'refused', via: 'none', payment: 'voided' });

  test('nothing is wrong when both are in by one payment, or both refused', () => {
    expect(judge(family)).toMatchObject({ ...judge(sound), late: 0 });
    const alone = { status: { ...confirmed(1), status: 'refused' as const } };
    const refusal: Evidence = {
      ...family,
      clients: [client(3), client(4), client(1, { ...answers, ...alone })],
      rows: [row(3, { recordedAt: 500 }), row(4, { recordedAt: 500 }), refusedMember(1), refusedMember(2)],
      payments: [payment(3), payment(4), { ...paid, status: 'canceled', received: 0 }],
      confirmations: new Map([
        ['r3', 1],
        ['r4', 1],
      ]),
    };
    expect(judge(refusal)).toMatchObject({ suspects: [], refused: 2, lost: 0, unsold: 0 });
    // One spot was free, too little for two, and the next runner got it.
    expect(
      judge({ ...refusal, rows: refusal.rows.map((one) => (one.id === 'r4' ? row(4, { recordedAt: 9_000 }) : one)) }),
    ).toMatchObject({ falseSoldOut: 0 });
  });

  test.each<[what: string, evidence: Partial<Evidence>, wrong: object]>([
    ['one of them refused', { rows: [member(1), refusedMember(2)] }, { inPart: 1, contradicted: 1 }],
    ['one of them without a row', { rows: [member(1)] }, { inPart: 2, contradicted: 1 }],
    ['one of them out when the money was gone', { rows: [member(1), member(2, out)] }, { inPart: 1 }],
    [
      'a payment for three, and two of them in',
      { rows: [member(1, { amount: 13_500 }), member(2, { amount: 13_500 })] },
      { inPart: 1 },
    ],
    ['one paid for by their own payment', { rows: [member(1), member(2, { lead: 'r2' })] }, { inPart: 3, lost: 1 }],
    ['each charged for both', { payments: [paid, { ...paid, registrationId: 'r2' }] }, { lost: 1 }],
    ['only their own charged', { payments: [{ ...paid, received: 4500 }] }, { lost: 2 }],
    ['the child without a mail', { confirmations: new Map([['r1', 1]]) }, { unmailed: 1 }],
    [
      'the child told another number',
      {
        clients: [
          client(1, {
            ...answers,
            status: {
              ...answers.status,
              companions: [{ registrationId: 'r2', firstName: 'C', lastName: 'B', number: 7 }],
            },
          }),
          soldOut,
        ],
      },
      { contradicted: 1 },
    ],
    [
      'the child’s spot promised to another',
      {
        clients: [
          client(1, answers),
          client(5, {
            holds: [{ block: 'b', spot: 2, token: 't' }],
            accepted: false,
            asked: false,
            soldOut: soldOut.answers.soldOut,
          }),
        ],
      },
      { dealtTwice: 1 },
    ],
    [
      'refused while there were two spots',
      {
        clients: [],
        rows: [refusedMember(1), refusedMember(2), row(3, { recordedAt: 9_000 }), row(4, { recordedAt: 9_000 })],
      },
      { falseSoldOut: 2 },
    ],
  ])('%s is found', (_, evidence, wrong) => {
    expect(judge({ ...family, ...evidence })).toMatchObject(wrong);
  });
});
