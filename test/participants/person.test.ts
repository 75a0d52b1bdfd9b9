import { uuid7 } from '../../lambdas/platform/uuid';
import { findMove } from '../../lambdas/registration/change/move/postgres-offered-moves';
import { openConsole } from '../staff/console-world';
import { type PaidGroup, paidGroup } from '../support/races/paid-group';
import { paidMove } from '../support/races/paid-move';

const console = openConsole();
let group: PaidGroup;
let secrets: Readonly<Record<'desk' | 'finance', string>>;

const form = {
  language: 'en',
  questions: [
    {
      id: 'bus',
      type: 'choice',
      of: 'person',
      label: { en: 'How do you come?' },
      options: [{ id: 'b1', label: { en: 'By bus' } }],
    },
    {
      id: 'days',
      type: 'choices',
      of: 'person',
      label: { en: 'Which days?' },
      options: [{ id: 'd1', label: { en: 'Friday' } }],
    },
    { id: 'private-health', type: 'text', of: 'person', sensitive: true, label: { en: 'What must we know?' } },
  ],
  items: [{ id: 'shirt', label: { en: 'Shirt' }, variants: [{ id: 'shirt-m', label: { en: 'M' }, price: 500 }] }],
  causes: [{ id: 'trees', label: { en: 'Trees' }, presets: [], least: 100, most: 1000 }],
};

beforeAll(async () => {
  group = await paidGroup(console.postgres, 2);
  const { raceId } = group.race;
  const [desk, finance] = [
    await console.signedIn([{ role: 'desk', raceId }]),
    await console.signedIn([{ role: 'finance', raceId }]),
  ];
  secrets = { desk: desk.secret, finance: finance.secret };
  const { postgres } = console;
  await postgres.query(
    `INSERT INTO form (race_id, revision, definition, entry_schema, hash) VALUES ($1, 1, $2, '{}', 'h')`,
    [raceId, form],
  );
  await postgres.query(`UPDATE registration SET form_revision = 1, runner = runner || $2 WHERE id = $1`, [
    group.lead,
    { answers: { bus: 'b1', days: ['d1', 'gone'], 'private-health': 'Asthma', stray: 'kept' } },
  ]);
  await postgres.query(
    `INSERT INTO registration_line (registration_id, position, kind, ref, label, list, amount, state) VALUES
       ($1, 0, 'entry', '', 'Early bird', 4000, 4000, 'given'), ($1, 1, 'item', 'shirt-m', NULL, 500, 500, 'given'),
       ($1, 2, 'donation', 'trees', NULL, 0, 0, 'given'), ($1, 3, 'item', 'lost', NULL, 0, 0, 'short')`,
    [group.lead],
  );
  await postgres.query(
    `INSERT INTO legal_text (race_id, kind, hash, version, locale, text) VALUES ($1, 'waiver', 'w1', '7', 'en', 'w')`,
    [raceId],
  );
  await postgres.query(
    `INSERT INTO mail (registration_id, template, recipient, state, event, reason)
     VALUES ($1, 'confirmation', 'ada@example.com', 'accepted', 'bounce', 'mailbox full')`,
    [group.lead],
  );
});

const find = async (registrationId: string, role: 'desk' | 'finance' = 'desk', raceId = group.race.raceId) =>
  console.call('GET', `/races/${raceId}/participants/${registrationId}`, { secret: secrets[role] });

test('the page of a person has their answers, items and payment, their mails, and the people who belong to them', async () => {
  const { status, body, headers } = await find(group.lead);
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('private, no-store');
  const [, companion = ''] = group.ids;
  expect(body).toMatchObject({
    registrationId: group.lead,
    number: 1,
    state: 'registered',
    payment: 'captured',
    amount: 4500,
    refund: 0,
    currency: 'EUR',
    waiver: '7',
    who: { lastName: 'Test', birthDate: '1990-01-01', emergencyContact: 'Somebody, 123' },
    answers: [
      { question: 'stray', type: 'text', value: 'kept' },
      { question: 'How do you come?', type: 'choice', value: 'By bus' },
      { question: 'Which days?', type: 'choices', value: ['Friday', 'gone'] },
      { question: 'What must we know?', type: 'text', value: 'Asthma' },
    ],
    paidWith: { processorId: `pi_${group.lead}`, state: 'captured', total: 9000, refunded: 0 },
    lines: [{ name: 'Early bird' }, { name: 'Shirt M' }, { name: 'Trees' }, { name: 'lost', state: 'short' }],
    mails: [{ template: 'confirmation', recipient: 'ada@example.com', event: 'bounce', reason: 'mailbox full' }],
    related: [{ registrationId: companion, relation: 'paid-together', state: 'registered' }],
  });
});

test('a role that need not help runners sees neither health nor contact', async () => {
  const { body } = await find(group.lead, 'finance');
  expect(body.answers.map(({ question }: { question: string }) => question)).toEqual([
    'stray',
    'How do you come?',
    'Which days?',
  ]);
  expect(body.who.emergencyContact).toBeUndefined();
});

test('an entry of the history names the person who did it', async () => {
  const { staffId, secret } = await console.signedIn([{ role: 'finance', raceId: group.race.raceId }]);
  const [, companion = ''] = group.ids;
  const cancelled = await console.call('POST', `/races/${group.race.raceId}/commands/cancelRegistration`, {
    secret,
    json: { registrationId: companion, refundPercent: 50 },
    headers: { 'idempotency-key': uuid7() },
  });
  expect(cancelled.status).toBe(200);
  await console.postgres.query(`UPDATE staff SET name = 'Grace' WHERE id = $1`, [staffId]);
  const { body } = await find(companion);
  expect(body).toMatchObject({
    state: 'cancelled',
    payment: 'refunding',
    amount: 4500,
    refund: 2250,
    audit: [{ action: 'cancelled', actor: 'director', by: 'Grace', detail: { refund: 2250 } }],
    related: [{ registrationId: group.lead, relation: 'paid-together', state: 'registered' }],
  });
});

test('the page of a person says that a refund of what they paid to move came back', async () => {
  const payer = await paidMove(console.postgres, group.lead);
  const offers = async () => (await find(group.lead)).body.moveOffers;
  expect(await offers()).toMatchObject([{ state: 'taken', amount: 1500, payment: 'captured' }]);
  const change = (text: string) =>
    console.postgres.query(`UPDATE payment SET ${text} WHERE registration_id = $1`, [payer]);
  await change(`state = 'refunded', wanted = 'refund', refund = 500, refunded = 500, refund_failed = 'lost card'`);
  expect(await offers()).toMatchObject([{ payment: 'refund-failed', refund: 500 }]);
  await change('refund_paid_at = now()');
  expect(await offers()).toMatchObject([{ payment: 'refunded', refund: 500 }]);
});

test('the page of a person says why nobody can pay for an offer now, as the link does', async () => {
  const { race, lead } = await paidGroup(console.postgres, 1);
  const [offerId, block] = [uuid7(), uuid7()];
  const { secret } = await console.signedIn([{ role: 'director', raceId: race.raceId }]);
  await console.postgres.query(
    `INSERT INTO block (id, event_id, numbers, deal_until, closes_at) VALUES ($1, $2, '{}', now() + interval '1 day', now() + interval '1 day')`,
    [block, race.eventId],
  );
  await console.postgres.query(
    `INSERT INTO move_offer (id, registration_id, from_event, event_id, block, amount, currency, ends_at)
     VALUES ($1, $2, $3, $3, $4, 1500, 'EUR', now() + interval '1 day')`,
    [offerId, lead, race.eventId, block],
  );
  const seen = async () => {
    const move = await findMove(console.postgres, offerId);
    const person = await console.call('GET', `/races/${race.raceId}/participants/${lead}`, { secret });
    const [offer] = person.body.moveOffers;
    return [move.kind === 'found' && move.state, offer.state, offer.bar];
  };
  const change = (text: string, values: readonly unknown[] = [lead]) => console.postgres.query(text, values);
  const check = (kind: string, seq: number) =>
    change(
      `INSERT INTO check_in (id, race_id, seq, registration_id, kind, proof, station, scanned_at) VALUES ($1, $2, $3, $4, $5, 'code', 'A', now())`,
      [uuid7(), race.raceId, seq, lead, kind],
    );
  expect(await seen()).toEqual(['offered', 'open', undefined]);
  await check('in', 1);
  expect(await seen()).toEqual(['gone', 'open', 'checked-in']);
  await check('undo', 2);
  expect(await seen()).toEqual(['offered', 'open', undefined]);
  await change(`UPDATE payment SET state = 'authorised' WHERE registration_id = $1`);
  expect(await seen()).toEqual(['gone', 'open', 'settling']);
  await change(
    `INSERT INTO dispute (id, registration_id, status, reason, amount, currency, refundable, fetched_at)
     VALUES ('dp_bar', $1, 'needs_response', 'fraudulent', 4500, 'EUR', false, now())`,
  );
  expect(await seen()).toEqual(['gone', 'open', 'disputed']);
  await change(`UPDATE event SET sale = 'cancelled' WHERE id = $1`, [race.eventId]);
  expect(await seen()).toEqual(['gone', 'open', 'cancelled']);
  await change('UPDATE move_offer SET ends_at = now() WHERE registration_id = $1');
  expect(await seen()).toEqual(['gone', 'over', undefined]);
});

test('the page of a person and the race say what could not be charged, until a director has decided', async () => {
  const { race, lead } = await paidGroup(console.postgres, 1);
  const payer = await paidMove(console.postgres, lead, 'failed');
  await console.postgres.query(`UPDATE payment SET unpaid = 'due' WHERE registration_id = $1`, [payer]);
  const { secret } = await console.signedIn([{ role: 'finance', raceId: race.raceId }]);
  const get = async (path: string) => (await console.call('GET', `/races/${race.raceId}${path}`, { secret })).body;
  const unpaid = async () => [(await get(`/participants/${lead}`)).moveOffers[0].unpaid, (await get('')).unpaid];
  const { eventId } = race;
  expect(await unpaid()).toEqual([
    'due',
    [{ registrationId: lead, eventId, number: expect.any(Number), amount: 1500, what: 'difference' }],
  ]);
  const order = (dry: boolean) =>
    console.call('POST', `/races/${race.raceId}/commands/settleUnpaid`, {
      ...{ secret, json: { registrationId: lead, decision: 'paid' }, headers: { 'idempotency-key': uuid7() } },
      ...(dry && { query: { dry: 'true' } }),
    });
  const settledUnpaid = { registrationId: lead, decision: 'paid', amount: 1500, currency: 'EUR' };
  expect((await order(true)).body).toMatchObject({ settledUnpaid });
  expect((await unpaid())[0]).toBe('due');
  expect((await order(false)).body).toMatchObject({ settledUnpaid });
  expect(await unpaid()).toEqual(['paid', []]);
});

test('the race says whose whole payment was given back by hand, until a director has decided', async () => {
  const { race, lead } = await paidGroup(console.postgres, 1);
  const { secret } = await console.signedIn([{ role: 'finance', raceId: race.raceId }]);
  const get = async (path: string) => (await console.call('GET', `/races/${race.raceId}${path}`, { secret })).body;
  await console.postgres.query(
    `INSERT INTO dispute (id, registration_id, amount, currency, reason, status, refundable, fetched_at)
     VALUES ('pi_by_hand', $1, 4500, 'EUR', 'given back at the processor', 'refunded', false, now())`,
    [lead],
  );
  expect((await get('')).givenBack).toMatchObject([{ registrationId: lead, amount: 4500 }]);
});

test('a registration of another race, and one that is not there, are not found', async () => {
  const other = await paidGroup(console.postgres, 1);
  for (const id of [other.lead, uuid7()]) expect((await find(id)).status).toBe(404);
  expect((await find('0-0')).status).toBe(404);
  expect((await find(other.lead, 'desk', other.race.raceId)).body.reason).toBe('race');
});
