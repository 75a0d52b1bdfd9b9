import { PostgresCodes } from '../../lambdas/codes/postgres-codes';
import { PostgresPersonRecords } from '../../lambdas/participants/postgres-person-records';
import { PostgresDisputes } from '../../lambdas/payment/disputes/postgres-disputes';
import { settleDispute } from '../../lambdas/payment/disputes/settle-dispute';
import { uuid7 } from '../../lambdas/platform/uuid';
import { disputesDue } from '../../lambdas/watch/books-sql';
import { paidMove } from '../support/races/paid-move';
import type { MadeRace } from '../support/races/race';
import { type Deferring, openDeferring } from './support/deferring';

let { world, sql, holding, registered, onCredit, changes } = {} as Deferring;
let first: MadeRace;
let later: MadeRace;
beforeAll(async () => {
  const opened = await openDeferring();
  ({ world, sql, holding, registered, onCredit, changes } = opened);
  first = await opened.aRace('Mill Runs');
  later = await opened.aRace('Mill Runs');
  await sql().query(`UPDATE race SET transfer_until = now() + interval '1 hour' WHERE id = $1`, [later.raceId]);
});
afterAll(() => world?.close());

const dispute = async (registrationId: string, status: string) => {
  const id = `dp_${registrationId}`;
  await sql().query(
    `INSERT INTO dispute (id, registration_id, amount, currency, reason, status, due_by, refundable, fetched_at)
     VALUES ($1, $2, 4500, 'EUR', 'fraudulent', $3, now(), false, now())`,
    [id, registrationId, status],
  );
  return id;
};
const ringing = async () => (await sql().query<{ samples: string[] | null }>(disputesDue, [0]))[0]?.samples ?? [];

test('whoever runs on a credit whose payment the bank takes back is not free: it rings, and a director decides about that spot', async () => {
  const runner = await registered(first);
  const again = await onCredit(runner, later);
  const id = await dispute(runner.registrationId, 'lost');
  expect(await ringing()).toContain(id);

  const disputes = new PostgresDisputes(sql());
  const people = [
    { registrationId: runner.registrationId, raceId: first.raceId, isLive: false, isOnCredit: false },
    { registrationId: again.registrationId, raceId: later.raceId, isLive: true, isOnCredit: true },
  ];
  const found = await disputes.find(id);
  expect(found).toMatchObject({ raceId: first.raceId, amount: 4500, people, may: ['keep', 'cancel'] });
  for (const { raceId } of [first, later]) expect((await disputes.list(raceId)).map((one) => one.id)).toContain(id);

  // Until then the spot goes to nobody else, and its runner gets no money for it.
  const offered = await again.offer({ transferId: uuid7(), recipient: { firstName: 'Bea', email: 'bea@example.com' } });
  for (const answer of [offered, await again.cancel(0)]) expect(answer.body.type).toBe('/problems/dispute-open');

  const settle = settleDispute({ disputes, cancel: (one) => changes().cancel(one, 'director', { percent: 0 }) });
  expect(await settle(id, 'cancel')).toEqual({ kind: 'settled', cancelled: [again.registrationId] });
  expect(await sql().query('SELECT live FROM registration WHERE id = $1', [again.registrationId])).toEqual([
    { live: false },
  ]);
  expect(await ringing()).not.toContain(id);
});

test('a director may keep whoever runs on such a credit, and it rings no more', async () => {
  const runner = await registered(first);
  const again = await onCredit(runner, later);
  const id = await dispute(runner.registrationId, 'lost');
  const record = await new PostgresPersonRecords(sql()).find(later.raceId, again.registrationId);
  expect(record?.disputes).toMatchObject([{ id, amount: 4500, status: 'lost' }]);
  const settle = settleDispute({
    disputes: new PostgresDisputes(sql()),
    cancel: () => Promise.reject(new Error('nobody loses a spot by being kept')),
  });
  expect(await settle(id, 'keep')).toEqual({ kind: 'settled', cancelled: [] });
  expect((await again.show()).status).toBe('confirmed');
  expect(await ringing()).not.toContain(id);
  // They may give it back. It was free, and the credit is good for nothing.
  expect((await again.cancel(0)).status).toBe(200);
  const { code } = (await runner.look()).body.credit;
  expect(await new PostgresCodes(sql()).findCredit(later.raceId, code.replaceAll('-', ''))).toBeUndefined();
});

test('nothing rings for a spot that was deferred and whose credit nobody uses', async () => {
  const runner = await registered(first);
  await runner.defer();
  expect(await ringing()).not.toContain(await dispute(runner.registrationId, 'lost'));
});

test('a lost dispute of what was paid to move to a dearer event rings, and names the person who runs on the credit', async () => {
  const runner = await registered(first);
  const difference = await paidMove(sql(), runner.registrationId);
  const again = await onCredit(runner, later);
  const id = await dispute(difference, 'lost');
  expect(await ringing()).toContain(id);
  const disputes = new PostgresDisputes(sql());
  const people = [
    { registrationId: runner.registrationId, isLive: false, isOnCredit: false },
    { registrationId: again.registrationId, isLive: true, isOnCredit: true },
  ];
  const found = await disputes.find(id);
  expect(found).toMatchObject({ raceId: first.raceId, people, may: ['keep', 'cancel'] });
  expect(found?.people).toHaveLength(2);
  const record = await new PostgresPersonRecords(sql()).find(later.raceId, again.registrationId);
  expect(record?.disputes).toMatchObject([{ id, status: 'lost' }]);

  const offered = await again.offer({ transferId: uuid7(), recipient: { firstName: 'Bea', email: 'bea@example.com' } });
  for (const answer of [offered, await again.cancel(0)]) expect(answer.body.type).toBe('/problems/dispute-open');
});

test('nobody registers with a credit while a bank looks at what was paid to move to a dearer event', async () => {
  const asked = async (isDisputed: boolean) => {
    const runner = await registered(first);
    const difference = await paidMove(sql(), runner.registrationId);
    const { code } = (await runner.defer()).body.credit;
    if (isDisputed) await dispute(difference, 'needs_response');
    return (await holding(later, runner.firstName)).quote([code]);
  };
  expect((await asked(false)).status).toBe(200);
  expect((await asked(true)).body.type).toBe('/problems/code-unknown');
});
