import fc from 'fast-check';
import { type Dispute, disputeStatuses } from '../../lambdas/domain/money/dispute';
import { PostgresDisputes } from '../../lambdas/payment/disputes/postgres-disputes';
import { mayDecide, type ShownDispute, settleDispute } from '../../lambdas/payment/disputes/settle-dispute';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { untilOneWaits } from '../support/postgres/lock-waiters';
import { pausing } from '../support/postgres/pausing';
import { type Offices, openOffices, settlement } from './support/office';
import { newRegistration } from './support/shop';

let database: FreshDatabase;
let offices: Offices;
let disputes: PostgresDisputes;
beforeAll(async () => {
  database = await freshDatabase();
  offices = await openOffices(database.postgres);
  disputes = new PostgresDisputes(database.postgres);
});
afterAll(() => database.close());
beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation());
afterEach(() => jest.restoreAllMocks());

let made = 0;
const newDispute = (registrationId: string, change: Partial<Dispute['dispute']> = {}): Dispute => ({
  registrationId,
  state: 'disputed',
  authorisation: 'pi_1',
  amount: 7500,
  currency: 'EUR',
  dispute: {
    id: `dp_${++made}`,
    reason: 'fraudulent',
    status: 'needs_response',
    dueBy: '2027-05-11T23:59:59.000Z',
    refundable: false,
    fetchedAt: '2027-05-01T10:00:00.000Z',
    ...change,
  },
});

const deliver = (...bodies: readonly object[]) => offices.deliver(...bodies);

const rowOf = async (id: string) =>
  (await offices.sql('SELECT registration_id, status, due_by, decided FROM dispute WHERE id = $1', [id]))[0];

/** The runner's spot and money, which no dispute may change by itself. */
const standingOf = async (id: string) =>
  (
    await offices.sql(
      `SELECT r.live, r.spot, r.block, r.ended, p.state, p.wanted, p.refund, p.settled_at
       FROM registration r JOIN payment p ON p.registration_id = r.id WHERE r.id = $1`,
      [id],
    )
  )[0];

test('is written beside the payment, with an audit entry, in the batch of other settlements', async () => {
  const { id, event } = await offices.runner();
  const dispute = newDispute(id);
  expect(await deliver(settlement(id, 'captured'), dispute)).toEqual([]);
  expect(await rowOf(dispute.dispute.id)).toEqual({
    registration_id: id,
    status: 'needs_response',
    due_by: new Date('2027-05-11T23:59:59.000Z'),
    decided: null,
  });
  expect(await offices.audit(event)).toMatchObject([
    {
      actor: 'system',
      action: 'disputed',
      registration_id: id,
      detail: { dispute: dispute.dispute.id, status: 'needs_response', amount: 7500, currency: 'EUR' },
    },
  ]);
  expect(await standingOf(id)).toMatchObject({ live: true, state: 'captured', wanted: 'capture' });
});

test('the same answer again changes the row’s instant only: no second audit entry', async () => {
  const { id, event } = await offices.runner();
  const dispute = newDispute(id);
  await deliver(dispute);
  await deliver({ ...dispute, dispute: { ...dispute.dispute, fetchedAt: '2027-05-02T10:00:00.000Z' } });
  expect(await offices.audit(event)).toHaveLength(1);
});

test('each change of a dispute is in the audit, and what comes late is in neither', async () => {
  const { id, event } = await offices.runner();
  const dispute = newDispute(id);
  const later = (status: Dispute['dispute']['status'], fetchedAt: string) => ({
    ...dispute,
    dispute: { ...dispute.dispute, status, fetchedAt },
  });
  await deliver(dispute, later('under_review', '2027-05-02T10:00:00.000Z'));
  await deliver(later('won', '2027-06-01T10:00:00.000Z'));
  await deliver(later('under_review', '2027-05-03T10:00:00.000Z'));
  expect(await rowOf(dispute.dispute.id)).toMatchObject({ status: 'won' });
  const statuses = (await offices.audit(event)).map(({ detail }) => Object(detail).status);
  expect(statuses[0]).toBe('under_review');
  expect(statuses.at(-1)).toBe('won');
  expect(statuses).toHaveLength(2);
});

test('of somebody who has no registration here it is ignored', async () => {
  const dispute = newDispute(newRegistration());
  expect(await deliver(dispute)).toEqual([]);
  expect(await rowOf(dispute.dispute.id)).toBeUndefined();
});

test('P7: in whatever order and however often it is told, the answer that was asked for last stands, and no spot or payment changes', async () => {
  const { id } = await offices.runner();
  await deliver(settlement(id, 'captured'));
  const before = await standingOf(id);
  const told = fc.record({
    status: fc.constantFrom(...disputeStatuses),
    minute: fc.integer({ min: 0, max: 30 }),
    refundable: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(told, { selector: ({ minute }) => minute, minLength: 1, maxLength: 6 }),
      fc.infiniteStream(fc.nat()),
      async (answers, chance) => {
        const first = newDispute(id);
        const news = answers.map(({ minute, ...answer }) => ({
          ...first,
          dispute: { ...first.dispute, ...answer, fetchedAt: new Date(Date.UTC(2027, 4, 1, 10, minute)).toISOString() },
        }));
        const shuffled = [...news, ...news].sort(() => (chance.next().value ?? 0) % 2 || -1);
        const cut = (chance.next().value ?? 0) % (shuffled.length + 1);
        for (const batch of [shuffled.slice(0, cut), shuffled.slice(cut)])
          if (batch.length > 0) await deliver(...batch);
        const last = [...answers].sort((one, other) => one.minute - other.minute).at(-1);
        expect(await rowOf(first.dispute.id)).toMatchObject({ status: last?.status });
        expect(await standingOf(id)).toEqual(before);
      },
    ),
    { numRuns: 25 },
  );
}, 60_000);

test('two batches at once wait for each other, and neither is lost', async () => {
  const [one, other] = [await offices.runner(), await offices.runner()];
  const news = [newDispute(one.id), newDispute(other.id)];
  await Promise.all([deliver(...news), deliver(...[...news].reverse())]);
  for (const { dispute } of news) expect(await rowOf(dispute.id)).toMatchObject({ status: 'needs_response' });
  expect(await offices.audit(one.event)).toHaveLength(1);
});

describe('a director', () => {
  test('sees what is due first, then what waits for the bank', async () => {
    const { id } = await offices.runner();
    const late = newDispute(id, { dueBy: '2027-06-01T00:00:00.000Z' });
    const soon = newDispute(id, { dueBy: '2027-04-01T00:00:00.000Z', reason: 'duplicate' });
    const waiting = newDispute(id, { status: 'under_review', dueBy: '2027-03-01T00:00:00.000Z' });
    await deliver(waiting, late, soon);
    const ids = [soon, late, waiting].map(({ dispute }) => dispute.id);
    const listed = (await disputes.list('city')).filter((one) => ids.includes(one.id));
    expect(listed.map((one) => one.id)).toEqual(ids);
    expect(listed[0]).toEqual({
      id: soon.dispute.id,
      registrationId: id,
      raceId: 'city',
      amount: 7500,
      currency: 'EUR',
      reason: 'duplicate',
      status: 'needs_response',
      dueBy: '2027-04-01T00:00:00.000Z',
      refundable: false,
      decided: null,
      people: [
        {
          ...{ registrationId: id, name: expect.any(String), number: 1, isLive: true, isOnCredit: false },
          ...{ raceId: 'city', event: expect.any(String) },
        },
      ],
      may: ['keep', 'cancel'],
    });
    expect(await disputes.list('another-race')).toEqual([]);
  });

  test('sees all of them, a hundred at a time', async () => {
    const { id } = await offices.runner();
    const statuses = ['needs_response', 'under_review', 'lost'] as const;
    // Some have the same deadline or the same instant, and some have no deadline.
    const news = Array.from({ length: 210 }, (_, n) => {
      const one = newDispute(id, {
        status: statuses[n % 3] ?? 'lost',
        dueBy: `2027-04-${10 + (n % 7)}T00:00:00.000Z`,
        fetchedAt: `2027-05-01T10:00:0${n % 5}.000Z`,
      });
      const { dueBy: _due, ...endless } = one.dispute;
      return n % 4 === 0 ? { ...one, dispute: endless } : one;
    });
    await deliver(...news);
    const pages: (readonly ShownDispute[])[] = [];
    do pages.push(await disputes.list('city', pages.at(-1)?.at(-1)?.id));
    while (pages.at(-1)?.length === 100 && pages.length < 9);
    const all = pages.flat();
    expect(new Set(all.map((one) => one.id)).size).toBe(all.length);
    const known = new Set(all.map((one) => one.id));
    expect(news.filter(({ dispute }) => !known.has(dispute.id))).toEqual([]);
    const isDue = ({ status }: ShownDispute) => status.endsWith('needs_response');
    expect(all.findIndex((one) => !isDue(one))).toBe(all.filter(isDue).length);
  });

  test('lets the runner keep the spot: it is written with the audit once, however often it is ordered', async () => {
    const { id, event } = await offices.runner();
    const dispute = newDispute(id);
    await deliver(dispute);
    const settle = settleDispute({
      disputes,
      cancel: () => Promise.reject(new Error('nobody loses a spot by being kept')),
    });
    for (let times = 0; times < 2; times++)
      expect(await settle(dispute.dispute.id, 'keep')).toEqual({ kind: 'settled', cancelled: [] });
    expect(await rowOf(dispute.dispute.id)).toMatchObject({ decided: 'keep' });
    expect((await offices.audit(event)).map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      'system disputed',
      'director dispute-settled',
    ]);
  });

  test('takes the spot of everybody the payment is for; killed in the middle, the repeat finishes it', async () => {
    const { id } = await offices.runner();
    const dispute = newDispute(id);
    await deliver(dispute);
    const ended: string[] = [];
    const dying = settleDispute({ disputes, cancel: () => Promise.reject(new Error('killed')) });
    await expect(dying(dispute.dispute.id, 'cancel')).rejects.toThrow('killed');
    expect(await rowOf(dispute.dispute.id)).toMatchObject({ decided: null });
    const settle = settleDispute({
      disputes,
      cancel: async (one) => {
        ended.push(one);
        return { kind: 'cancelled' };
      },
    });
    expect(await settle(dispute.dispute.id, 'cancel')).toEqual({ kind: 'settled', cancelled: [id] });
    expect(ended).toEqual([id]);
    expect(await rowOf(dispute.dispute.id)).toMatchObject({ decided: 'cancelled' });
  });

  test.each(['won', 'warning_closed'] as const)('takes no spot that is paid for: the dispute is %s', async (status) => {
    const { id } = await offices.runner();
    const dispute = newDispute(id, { status });
    await deliver(dispute);
    const settle = settleDispute({ disputes, cancel: () => Promise.reject(new Error('nobody loses it')) });
    expect(await settle(dispute.dispute.id, 'cancel')).toEqual({ kind: 'ours' });
    expect(await disputes.find(dispute.dispute.id)).toMatchObject({ decided: null, may: [] });
    expect(await settle(dispute.dispute.id, 'keep')).toEqual({ kind: 'settled', cancelled: [] });
  });

  test('a spot that one director took back is kept by no other, who is told so', async () => {
    const { id } = await offices.runner();
    const dispute = newDispute(id);
    await deliver(dispute);
    const settle = settleDispute({ disputes, cancel: async () => ({ kind: 'cancelled' }) });
    expect(await settle(dispute.dispute.id, 'cancel')).toMatchObject({ kind: 'settled' });
    expect(await settle(dispute.dispute.id, 'keep')).toEqual({ kind: 'taken-back' });
    expect(await rowOf(dispute.dispute.id)).toMatchObject({ decided: 'cancelled' });
    expect(await settle(dispute.dispute.id, 'cancel')).toMatchObject({ kind: 'settled' });
  });

  test('of two at once, who keeps a spot waits for who takes it back, and is told so', async () => {
    const { id } = await offices.runner();
    const dispute = newDispute(id);
    await deliver(dispute);
    const cancel = async () => ({ kind: 'cancelled' }) as const;
    let second: Promise<unknown> | undefined;
    const first = pausing(database.postgres, async () => {
      second = settleDispute({ disputes, cancel })(dispute.dispute.id, 'keep');
      await untilOneWaits(database.postgres);
    });
    const settle = settleDispute({ disputes: new PostgresDisputes(first), cancel });
    expect(await settle(dispute.dispute.id, 'cancel')).toMatchObject({ kind: 'settled' });
    expect(await second).toEqual({ kind: 'taken-back' });
    expect(await rowOf(dispute.dispute.id)).toMatchObject({ decided: 'cancelled' });
  });

  test('has nothing to decide when nobody has a spot any more, and may decide otherwise after keeping them', async () => {
    const { id } = await offices.runner();
    const dispute = newDispute(id);
    await deliver(dispute);
    await disputes.decide(dispute.dispute.id, 'keep');
    expect((await disputes.find(dispute.dispute.id))?.may).toEqual(['cancel']);
    const found = await disputes.find(dispute.dispute.id);
    if (!found) throw new Error('There is no dispute.');
    expect(mayDecide({ ...found, people: found.people.map((one) => ({ ...one, isLive: false })) })).toEqual([]);
  });

  test('is told that there is no such dispute, and that a card that is being charged cannot be ended', async () => {
    const settle = settleDispute({ disputes, cancel: async () => ({ kind: 'settling' }) });
    expect(await settle('dp_nobody', 'cancel')).toEqual({ kind: 'not-found' });
    const { id } = await offices.runner();
    const dispute = newDispute(id);
    await deliver(dispute);
    expect(await settle(dispute.dispute.id, 'cancel')).toEqual({ kind: 'settling' });
    expect(await rowOf(dispute.dispute.id)).toMatchObject({ decided: null });
  });
});

describe('a bank that warns of fraud', () => {
  const warningOf = (registrationId: string, id = 'issfr_1') => ({
    registrationId,
    state: 'fraud-warned',
    authorisation: 'pi_1',
    amount: 7500,
    currency: 'EUR',
    warning: { id, type: 'made_with_stolen_card' },
  });
  const warningsIn = async (event: string) =>
    (await offices.audit(event)).filter(({ action }) => action === 'fraud-warned');

  test('is heard once, in the log and in the audit, and changes neither spot nor money', async () => {
    const logged = jest.spyOn(console, 'warn').mockImplementation();
    const { id, event } = await offices.runner();
    await deliver(settlement(id, 'captured'));
    const before = await standingOf(id);
    expect(await deliver(warningOf(id), warningOf(id))).toEqual([]);
    expect(await deliver(warningOf(id))).toEqual([]);
    const detail = { warning: 'issfr_1', type: 'made_with_stolen_card', amount: 7500, currency: 'EUR' };
    expect(await warningsIn(event)).toEqual([{ actor: 'system', action: 'fraud-warned', registration_id: id, detail }]);
    expect(logged.mock.calls.filter(([line]) => String(line).includes('Fraud warnings'))).toHaveLength(1);
    expect(await standingOf(id)).toEqual(before);
  });

  test('may warn of one payment again, with another warning', async () => {
    const { id, event } = await offices.runner();
    await deliver(warningOf(id));
    await deliver(warningOf(id, 'issfr_2'));
    expect((await warningsIn(event)).map(({ detail }) => detail)).toMatchObject([
      { warning: 'issfr_1' },
      { warning: 'issfr_2' },
    ]);
  });

  test('of a payment that no registration has is left alone', async () => {
    expect(await deliver(warningOf(newRegistration()))).toEqual([]);
  });
});
