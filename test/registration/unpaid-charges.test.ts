import { PostgresUnpaidCharges } from '../../lambdas/payment/unpaid/postgres-unpaid-charges';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresRecords } from '../../lambdas/registration/show/postgres-records';
import { chargesUnpaid } from '../../lambdas/watch/charges-sql';
import { untilOneWaits } from '../support/postgres/lock-waiters';
import { pausing } from '../support/postgres/pausing';
import { idOf } from '../support/races/changed-race';
import { openPaidMoves } from '../support/races/paid-moves';
import { submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';

const { made, move, offered, pays, idIn, payments, settled, seatOf, expectBooksInOrder } = openPaidMoves();

const unpaid = () => new PostgresUnpaidCharges(made.postgres);
const records = () => new PostgresRecords(made.postgres);
const ringing = async () => (await made.query<{ samples: string[] | null }>(chargesUnpaid))[0]?.samples?.sort() ?? [];
const unpaidOf = async (id: string) =>
  (await made.query<{ unpaid: string | null }>('SELECT unpaid FROM payment WHERE registration_id = $1', [id]))[0]
    ?.unpaid;

/** Moved to a dearer event, and the bank refuses the capture of the difference. */
const movedUnpaid = async () => {
  const of = await offered();
  const paid = of.paying();
  await pays(paid);
  await settled(idIn(paid), 'failed');
  return { ...of, payment: idIn(paid) };
};

afterEach(() => made.query(`UPDATE payment SET unpaid = NULL WHERE unpaid = 'due'`));

test.each(['paid', 'waived'] as const)(
  'a runner whose difference could not be charged keeps the spot, and it rings until a director has written down "%s"',
  async (decision) => {
    const { registrationId, eventId, payment, race, there } = await movedUnpaid();
    expect(await seatOf(registrationId)).toMatchObject({ event_id: eventId, live: true, share: 4500 });
    expect(await ringing()).toEqual([registrationId]);
    expect(await records().find(registrationId)).toMatchObject({ amount: 4500, unpaid: 1500 });
    expect(await unpaid().settle(registrationId, decision)).toEqual({ kind: 'settled', amount: 1500, currency: 'EUR' });
    expect([await ringing(), await unpaidOf(payment)]).toEqual([[], decision]);
    expect(await records().find(registrationId)).not.toHaveProperty('unpaid');
    expect((await made.deedsOn(there)).at(-1)).toBe(`director unpaid-${decision}`);
    // The first one has decided.
    expect(await unpaid().settle(registrationId, 'waived')).toEqual({ kind: 'nothing-unpaid' });
    expect(await unpaidOf(payment)).toBe(decision);
    // What came by card goes back to the card, and no more.
    expect(await made.changes.cancel(registrationId, 'director', { percent: 100 })).toMatchObject({ refund: 4500 });
    await expectBooksInOrder(race, there);
  },
);

test('of two directors at once, one decides', async () => {
  const { registrationId, there } = await movedUnpaid();
  let second: Promise<unknown> | undefined;
  const first = pausing(made.postgres, async () => {
    second = unpaid().settle(registrationId, 'waived');
    await untilOneWaits(made.postgres);
  });
  expect(await new PostgresUnpaidCharges(first).settle(registrationId, 'paid')).toMatchObject({ kind: 'settled' });
  expect(await second).toEqual({ kind: 'nothing-unpaid' });
  expect((await made.deedsOn(there)).filter((deed) => deed.includes('unpaid'))).toHaveLength(1);
});

test('it rings no more once the runner is moved back, and again when they are moved once more and do not pay', async () => {
  const { registrationId, eventId, race, payment } = await movedUnpaid();
  expect(await move({ registrationId, eventId: race.eventId })).toMatchObject({ kind: 'moved', refund: 0 });
  expect([await ringing(), await unpaidOf(payment)]).toEqual([[], 'moved']);
  // They are asked for all of it.
  expect(await move({ registrationId, eventId, difference: 'charge' })).toMatchObject({ offer: { amount: 1500 } });
});

test('it rings no more once the spot is given back, and goes with a spot that is passed on', async () => {
  const gone = await movedUnpaid();
  await made.changes.cancel(gone.registrationId, 'runner');
  expect(await ringing()).toEqual([]);
  expect(await unpaid().settle(gone.registrationId, 'paid')).toEqual({ kind: 'nothing-unpaid' });
  const { registrationId, race } = await movedUnpaid();
  const transferId = uuid7();
  const recipient = { firstName: 'Bea', email: 'bea@example.com' };
  await made.changes.offerTransfer(registrationId, { transferId, recipient });
  const { runner } = submissionFor(race, { id: '', numbers: [0] }, 0, { person: 'bea' });
  await made.changes.acceptTransfer(transferId, runner, 'w1');
  expect(await ringing()).toEqual([transferId]);
});

test('a transfer fee that could not be charged rings, too', async () => {
  const { race, first } = await made.paidRace(1);
  await made.query('UPDATE race SET transfer_fee = 1000 WHERE id = $1', [race.raceId]);
  const [transferId, registrationId] = [uuid7(), uuid7()];
  const recipient = { firstName: 'Bea', email: 'bea@example.com' };
  await made.changes.offerTransfer(idOf(first), { transferId, recipient });
  await registrationsOn(made.postgres).transfer({
    quote: {
      ...{ transferId, registrationId, raceId: race.raceId, eventId: race.eventId, fee: 1000 },
      ...{ runnerHash: 'h', waiverHash: 'w1', currency: 'EUR', expiresAt: Date.now() + 60_000 },
    },
    runner: submissionFor(race, { id: '', numbers: [0] }, 0, { person: 'bea' }).runner,
    authorisation: `pi_${registrationId}`,
    submittedAt: new Date().toISOString(),
  });
  // Their page says what is true of the spot.
  const { changed } = await settled(registrationId, 'failed', 1000);
  expect(changed).toEqual([{ registrationId, state: 'captured' }]);
  expect(await ringing()).toEqual([registrationId]);
  expect(await records().find(registrationId)).toMatchObject({ payment: 'captured', unpaid: 1000 });
  expect(await unpaid().settle(registrationId, 'waived')).toMatchObject({ kind: 'settled', amount: 1000 });
  expect(await ringing()).toEqual([]);
});

test('a payment whose runner loses the spot over it rings nobody', async () => {
  const { first } = await made.paidRace(1, { state: 'authorised' });
  await payments().settle([
    { registrationId: idOf(first), state: 'failed', amount: 4500, currency: 'EUR', authorisation: null },
  ]);
  expect(await made.rowOf(idOf(first))).toMatchObject({ live: false, state: 'failed' });
  expect([await ringing(), await unpaidOf(idOf(first))]).toEqual([[], null]);
});
