import type { Settlement } from '../../lambdas/domain/money/payment';
import { lockEvent } from '../../lambdas/ledger/event-sql';
import { settlementWorker } from '../../lambdas/payment/settle/worker';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { until } from '../support/until';
import { type Given, type Offices, openOffices, settlement } from './support/office';
import { newRegistration, visa } from './support/shop';

let database: FreshDatabase;
let offices: Offices;
beforeAll(async () => {
  database = await freshDatabase();
  offices = await openOffices(database.postgres);
});
afterAll(() => database.close());
beforeEach(() => offices.sql(`DELETE FROM outbox`));

test('money taken: the runner is told once, however often and late the news comes', async () => {
  const { id } = await offices.runner();
  const { record, mails, announced } = offices.newOffice();
  expect(await record([settlement(id, 'captured'), settlement(id, 'captured')])).toEqual([]);
  expect(await record([settlement(id, 'captured')])).toEqual([]);
  expect(await offices.payment(id)).toMatchObject({ state: 'captured' });
  expect(mails).toEqual([
    {
      body: { registrationId: id, template: 'confirmation', generation: 1 },
      group: expect.stringMatching(/^lane-/),
      deduplicationId: `${id}:confirmation:1`,
    },
  ]);
  expect(announced).toEqual([`${id} captured`]);
  expect(await offices.waiting()).toBe(0);
});

test('the card that paid is remembered, also from the news that came first, and a refund does not forget it', async () => {
  const { id } = await offices.runner();
  const { record } = offices.newOffice();
  await record([settlement(id, 'captured', { card: visa })]);
  await record([settlement(id, 'captured')]);
  await offices.sql(`UPDATE payment SET wanted = 'refund', refund = amount WHERE registration_id = $1`, [id]);
  await record([settlement(id, 'refunded')]);
  expect(await offices.sql('SELECT state, card FROM payment WHERE registration_id = $1', [id])).toEqual([
    { state: 'refunded', card: visa },
  ]);
});

test('two deliveries at the same moment send one mail, and neither fails', async () => {
  const { id } = await offices.runner();
  const two = [offices.newOffice(), offices.newOffice()];
  const settling = await database.postgres.transaction(async (other) => {
    await other.query(`SELECT 1 FROM payment WHERE registration_id = $1 FOR UPDATE`, [id]);
    const both = Promise.all(two.map(({ record }) => record([settlement(id, 'captured')])));
    await until(async () => (await offices.lockWaiters()) === 2);
    return { both };
  });
  expect(await settling.both).toEqual([[], []]);
  expect(two.flatMap(({ templates }) => templates())).toEqual(['confirmation']);
});

test('of two stories in one batch the first counts, and the second is not forgotten', async () => {
  const { id } = await offices.runner();
  expect(await offices.newOffice().record([settlement(id, 'failed'), settlement(id, 'captured')])).toEqual([id]);
  expect(await offices.payment(id)).toMatchObject({ state: 'failed' });
});

test('many in one batch, in any order, are settled in one go', async () => {
  const [paid, refused, failed] = [
    await offices.runner(),
    await offices.runner({ wanted: 'void' }),
    await offices.runner(),
  ];
  const { record, templates } = offices.newOffice();
  await record([settlement(failed.id, 'failed'), settlement(paid.id, 'captured'), settlement(refused.id, 'voided')]);
  expect(templates().sort((a, b) => a.localeCompare(b))).toEqual(['confirmation', 'not-registered', 'payment-failed']);
});

test('money of a refused runner given back: the runner is told', async () => {
  const { id } = await offices.runner({ wanted: 'void', outcome: 'duplicate' });
  const { record, templates } = offices.newOffice();
  await record([settlement(id, 'voided')]);
  expect(await offices.payment(id)).toMatchObject({ state: 'voided' });
  expect(templates()).toEqual(['not-registered']);
});

test('a sweep that found a card nobody registered with writes to nobody, but remembers the card', async () => {
  const { id } = await offices.runner({ wanted: 'void', runner: false, authorisation: null });
  const { record, mails } = offices.newOffice();
  await record([settlement(id, 'voided', { authorisation: 'pi_found' })]);
  expect(await offices.payment(id)).toEqual({ state: 'voided', authorisation: 'pi_found', captured: null });
  expect(mails).toEqual([]);
});

test('what a sweep took for the amount is corrected by what the processor let go of, and nothing else is', async () => {
  const [swept, paid] = [await offices.runner({ wanted: 'void' }), await offices.runner()];
  const { record } = offices.newOffice();
  const rowOf = async (id: string) =>
    (await offices.sql('SELECT state, amount FROM payment WHERE registration_id = $1', [id]))[0];
  await record([settlement(swept.id, 'voided', { amount: 9900 })]);
  expect(await rowOf(swept.id)).toEqual({ state: 'voided', amount: 9900 });
  expect(await record([settlement(paid.id, 'captured', { amount: 9900 })])).toEqual([paid.id]);
  expect(await rowOf(paid.id)).toEqual({ state: 'authorised', amount: 7500 });
});

test.each(['voided', 'failed'] as const)(
  'a payment that was given up before a code made the entry free is %s, and takes no spot away',
  async (state) => {
    const { id } = await offices.runner({ authorisation: 'free' });
    await offices.sql('UPDATE payment SET amount = 0 WHERE registration_id = $1', [id]);
    const { record, mails } = offices.newOffice();
    const before = settlement(id, state, { authorisation: 'pi_before', reason: 'webhook' });
    expect(await record([before])).toEqual([]);
    const rowOf = () =>
      offices.sql(
        'SELECT r.live, p.state FROM registration r JOIN payment p ON p.registration_id = r.id WHERE r.id = $1',
        [id],
      );
    expect(await rowOf()).toEqual([{ live: true, state: 'authorised' }]);
    await record([settlement(id, 'captured', { authorisation: 'free', amount: 0 })]);
    // Nor does somebody have to look at it.
    expect(await record([before])).toEqual([]);
    expect(await rowOf()).toEqual([{ live: true, state: 'captured' }]);
    expect(mails).toHaveLength(1);
  },
);

test('money of a cancelled runner given back: it is noted once, and the mail was sent when they cancelled', async () => {
  const { id } = await offices.runner({ refund: 5000 });
  const { record, mails, announced } = offices.newOffice();
  const back = settlement(id, 'refunded', { amount: 5000 });
  expect(await record([back, back])).toEqual([]);
  expect(await record([back])).toEqual([]);
  expect(await offices.payment(id)).toMatchObject({ state: 'refunded' });
  expect(mails).toEqual([]);
  expect(announced).toEqual([`${id} refunded`]);
  // Old news of a capture. At the processor, a refund does not undo a capture.
  expect(await record([settlement(id, 'captured', { reason: 'webhook' })])).toEqual([]);
  expect(await offices.payment(id)).toMatchObject({ state: 'refunded' });
});

test('how much of a refund had been given back by hand is written down, once', async () => {
  const { id } = await offices.runner({ refund: 3750 });
  const back = settlement(id, 'refunded', { amount: 3750, byHand: 2000 });
  for (let time = 0; time < 2; time++) expect(await offices.deliver(back, back)).toEqual([]);
  expect(await offices.payment(id)).toMatchObject({ state: 'refunded' });
  const audit = await offices.sql('SELECT actor, action, detail FROM audit WHERE registration_id = $1', [id]);
  const detail = { amount: 2000, total: 3750, currency: 'EUR' };
  expect(audit).toEqual([{ actor: 'system', action: 'refund-by-hand-counted', detail }]);
});

test('money taken, given back, or let go of a refused runner waits for no cut', async () => {
  const [paid, refused, back] = [
    await offices.runner(),
    await offices.runner({ wanted: 'void' }),
    await offices.runner({ refund: 1 }),
  ];
  await database.postgres.transaction(async (cut) => {
    for (const { event } of [paid, refused, back]) await cut.query(lockEvent, [event]);
    await offices
      .newOffice()
      .record([
        settlement(paid.id, 'captured'),
        settlement(refused.id, 'voided'),
        settlement(back.id, 'refunded', { amount: 1 }),
      ]);
  });
  const states = await Promise.all([paid, refused, back].map(({ id }) => offices.payment(id)));
  expect(states.map((one) => one?.state)).toEqual(['captured', 'voided', 'refunded']);
});

test.each<[string, Given, Settlement['state'][], string]>([
  ['money taken that was given back', { wanted: 'void' }, ['voided', 'captured'], 'voided'],
  ['money given back that was taken', {}, ['captured', 'voided'], 'captured'],
  ['money taken after the payment failed', {}, ['failed', 'captured'], 'failed'],
  ['money taken of a refused runner', { wanted: 'void' }, ['captured'], 'authorised'],
  ['money given back that nobody wanted back', {}, ['captured', 'refunded'], 'captured'],
  ['more money given back than was wanted', { refund: 7499 }, ['refunded'], 'captured'],
  ['money let go that was to be given back', { refund: 7500 }, ['voided'], 'captured'],
])('%s changes nothing and is not forgotten', async (_, given, heard, stays) => {
  const { id } = await offices.runner(given);
  const { record } = offices.newOffice();
  const answers = [];
  for (const state of heard) answers.push(await record([settlement(id, state)]));
  expect(answers.at(-1)).toEqual([id]);
  expect(await offices.payment(id)).toMatchObject({ state: stays });
});

test('another amount than the one quoted is not believed', async () => {
  const { id } = await offices.runner();
  expect(await offices.newOffice().record([settlement(id, 'captured', { amount: 75 })])).toEqual([id]);
  expect(await offices.payment(id)).toMatchObject({ state: 'authorised' });
});

test('the database itself refuses money taken of a refused runner', async () => {
  const { id } = await offices.runner({ wanted: 'void' });
  await expect(offices.sql(`UPDATE payment SET state = 'captured' WHERE registration_id = $1`, [id])).rejects.toThrow(
    'check',
  );
});

test('news that overtakes the registration is left to the order that follows it', async () => {
  expect(await offices.newOffice().record([settlement(newRegistration(), 'captured')])).toEqual([]);
});

test('a queue or a cache that is away costs nothing but time: the mail stays in the outbox', async () => {
  const { id } = await offices.runner();
  const { record, reported } = offices.newOffice({ relayFails: true, cacheFails: true });
  expect(await record([settlement(id, 'captured')])).toEqual([]);
  expect(await offices.payment(id)).toMatchObject({ state: 'captured' });
  expect(reported).toHaveLength(2);
  expect(await offices.waiting()).toBe(1);
});

const nobodyNotes = () => Promise.reject(new Error('no refund failed'));

test('the worker gives back only what contradicts the database, and what nobody can read', async () => {
  jest.spyOn(console, 'error').mockImplementation();
  const [good, bad, back] = [
    await offices.runner(),
    await offices.runner({ wanted: 'void' }),
    await offices.runner({ refund: 1 }),
  ];
  const bodies = [
    settlement(good.id, 'captured'),
    settlement(bad.id, 'captured'),
    'nonsense',
    settlement(back.id, 'refunded', { amount: 1 }),
  ];
  const Records = bodies.map((body, index) => ({
    messageId: `m${index}`,
    body: JSON.stringify(body),
    attributes: { ApproximateReceiveCount: '1' },
  }));
  const result = await settlementWorker(
    offices.newOffice().record,
    { note: nobodyNotes },
    { note: nobodyNotes, noteWarnings: nobodyNotes },
  )(Object({ Records }));
  expect(result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).sort()).toEqual(['m1', 'm2']);
  jest.restoreAllMocks();
});
