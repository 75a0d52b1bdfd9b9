import { mailMessage } from '../../lambdas/domain/mail-order';
import { PostgresMailRecords } from '../../lambdas/mail/letters/postgres-mail-records';
import { PostgresUnpaidCharges } from '../../lambdas/payment/unpaid/postgres-unpaid-charges';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresDeferrals } from '../../lambdas/registration/change/defer/postgres-deferrals';
import { findMove } from '../../lambdas/registration/change/move/postgres-offered-moves';
import { PostgresRecords } from '../../lambdas/registration/show/postgres-records';
import { chargesUnpaid } from '../../lambdas/watch/charges-sql';
import { untilOneWaits } from '../support/postgres/lock-waiters';
import { pausing } from '../support/postgres/pausing';
import { idOf } from '../support/races/changed-race';
import { givingWith } from '../support/races/ledger';
import { openPaidMoves } from '../support/races/paid-moves';
import { submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';

const moves = openPaidMoves();
const { made, move, addEvent, offered, offersOf, pays, idIn, ordersOf } = moves;
const { payments, settled, seatOf, refundsOf, expectBooksInOrder } = moves;

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

test('whoever defers a dearer spot whose difference is due gets a credit for what they paid, and a whole entry once a director has waived it', async () => {
  const deferrals = new PostgresDeferrals({
    postgres: made.postgres,
    newId: uuid7,
    newCode: () => uuid7().replaceAll('-', '').slice(-20).toUpperCase(),
    mailMessage: (order) => mailMessage(order, 4),
    giveToWaiting: givingWith(),
  });
  const { registrationId, race } = await movedUnpaid();
  await made.query(
    `UPDATE race SET series = 'Mill Runs', defer_until = now() + interval '1 hour', defer_worth = 'entry', defer_fee = 0, credit_until = now() + interval '1 year'
     WHERE id = $1`,
    [race.raceId],
  );
  expect(await deferrals.show(registrationId)).toMatchObject({ kind: 'offered', terms: { worth: 4500 } });
  expect(await deferrals.defer(registrationId, { worth: 'entry', fee: 0 })).toMatchObject({
    kind: 'terms-changed',
    terms: { worth: 4500 },
  });
  await unpaid().settle(registrationId, 'waived');
  expect(await deferrals.defer(registrationId, { worth: 'entry', fee: 0 })).toMatchObject({ kind: 'deferred' });
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

describe('the runner pays a difference that could not be charged', () => {
  test('once more, and it is a part of what the spot costs, with a receipt, and rings no more', async () => {
    const { registrationId, eventId, payment, race, there, offer, paying } = await movedUnpaid();
    const due = { offerId: offer.id, amount: 1500 };
    expect(await records().find(registrationId)).toMatchObject({ unpaid: 1500, due });
    expect(await findMove(made.postgres, offer.id)).toMatchObject({ state: 'moved', isUnpaid: true, isDue: true });
    const paid = paying();
    expect(await pays(paid)).toMatchObject({ moved: { registrationId, paidAs: registrationId } });
    expect(await ordersOf(idIn(paid))).toEqual(['capture 1500']);
    expect(await seatOf(registrationId)).toMatchObject({ event_id: eventId, live: true, share: 6000 });
    expect([await ringing(), await unpaidOf(payment)]).toEqual([[], null]);
    expect(await findMove(made.postgres, offer.id)).toMatchObject({ state: 'moved', isUnpaid: false, isDue: false });
    await settled(idIn(paid), 'captured');
    const found = await records().find(registrationId);
    expect(found).toMatchObject({ amount: 6000 });
    expect(found).not.toHaveProperty('due');
    expect(await made.query('SELECT paid_as, paid_by FROM move_offer WHERE id = $1', [offer.id])).toEqual([
      { paid_as: idIn(paid), paid_by: registrationId },
    ]);
    expect((await made.deedsOn(there)).at(-1)).toBe('runner move-paid-again');
    await expectBooksInOrder(race, there);
    expect(await made.changes.cancel(registrationId, 'director', { percent: 100 })).toMatchObject({ refund: 6000 });
    expect([await refundsOf(idIn(paid)), await refundsOf(registrationId)]).toEqual([[1500], [4500]]);
  });

  test('in two tabs, and is charged once', async () => {
    const { registrationId, paying, race, there } = await movedUnpaid();
    const [one, other] = [paying(), paying()];
    const recorded = await Promise.all([pays(one), pays(other), pays(one)]);
    expect(recorded.filter(({ moved }) => moved)).toHaveLength(1);
    const orders = [await ordersOf(idIn(one)), await ordersOf(idIn(other))].flat();
    expect(orders.sort()).toEqual(['capture 1500', 'void 1500']);
    expect(await seatOf(registrationId)).toMatchObject({ share: 6000 });
    await expectBooksInOrder(race, there);
  });

  test('and their bank refuses it again: it rings again, and they can try again', async () => {
    const { registrationId, paying, offer } = await movedUnpaid();
    const paid = paying();
    await pays(paid);
    await settled(idIn(paid), 'failed');
    expect(await ringing()).toEqual([registrationId]);
    expect(await seatOf(registrationId)).toMatchObject({ live: true, share: 4500 });
    expect(await findMove(made.postgres, offer.id)).toMatchObject({ isDue: true });
  });

  test.each<[string, (of: Awaited<ReturnType<typeof movedUnpaid>>) => Promise<unknown>]>([
    ['a director has decided', ({ registrationId }) => unpaid().settle(registrationId, 'waived')],
    [
      'they were moved back',
      ({ registrationId, race }) => move({ registrationId, eventId: race.eventId, passesWaiting: true }),
    ],
    ['they gave the spot back', ({ registrationId }) => made.changes.cancel(registrationId, 'runner')],
    [
      'their bank disputes a payment',
      ({ registrationId }) =>
        made.query(
          `INSERT INTO dispute (id, registration_id, status, reason, amount, currency, refundable, fetched_at)
           VALUES ('dp_due', $1, 'needs_response', 'fraudulent', 4500, 'EUR', false, now())`,
          [registrationId],
        ),
    ],
    [
      'the event was cancelled',
      ({ eventId }) => made.query(`UPDATE event SET sale = 'cancelled' WHERE id = $1`, [eventId]),
    ],
  ])('after %s: the card is let go, and no link offers it', async (_, happens) => {
    const of = await movedUnpaid();
    const paid = of.paying();
    await happens(of);
    const before = await seatOf(of.registrationId);
    expect(await findMove(made.postgres, of.offer.id)).toMatchObject({ isDue: false });
    expect(await records().find(of.registrationId)).not.toHaveProperty('due');
    expect(await pays(paid)).not.toHaveProperty('moved');
    expect(await ordersOf(idIn(paid))).toEqual(['void 1500']);
    expect(await seatOf(of.registrationId)).toEqual(before);
  });

  test('in a quote of another amount, or of another offer: the card is let go', async () => {
    const { paying } = await movedUnpaid();
    const other = await movedUnpaid();
    for (const paid of [paying({ difference: 100 }), paying({ offerId: other.offer.id })]) {
      expect(await pays(paid)).not.toHaveProperty('moved');
      expect(await ordersOf(idIn(paid))).toEqual([`void ${paid.quote.difference}`]);
    }
  });

  test('and not twice: neither beside an offer that has it in its price, nor before a late payment for that offer', async () => {
    const { registrationId, race, offer, paying } = await movedUnpaid();
    const dearer = await addEvent(race, { price: 8000 });
    expect(await move({ registrationId, eventId: dearer.eventId, difference: 'charge' })).toMatchObject({
      offer: { amount: 3500 },
    });
    expect(await findMove(made.postgres, offer.id)).toMatchObject({ isDue: false });
    const beside = paying();
    expect(await pays(beside)).not.toHaveProperty('moved');
    const [next] = (await offersOf(registrationId)).filter(({ id }) => id !== offer.id);
    await made.query(`UPDATE move_offer SET ends_at = now() WHERE id = $1`, [next?.id]);
    const paid = paying();
    expect(await pays(paid)).toHaveProperty('moved');
    await settled(idIn(paid), 'captured');
    const late = paying({ offerId: next?.id ?? '', eventId: dearer.eventId, difference: 3500 });
    expect(await pays(late)).not.toHaveProperty('moved');
    const orders = [await ordersOf(idIn(beside)), await ordersOf(idIn(paid)), await ordersOf(idIn(late))];
    expect(orders).toEqual([['void 1500'], ['capture 1500'], ['void 3500']]);
    expect(await seatOf(registrationId)).toMatchObject({ share: 6000 });
  });

  test('by a link that is mailed with what is due', async () => {
    const { registrationId, paying } = await movedUnpaid();
    const mail = async () => {
      const known = new PostgresMailRecords(made.postgres);
      const email = (await known.findAll([registrationId])).get(registrationId)?.email ?? '';
      return (await known.ofAddress(email)).find((one) => one.registrationId === registrationId)?.due;
    };
    expect(await mail()).toEqual({ amount: 1500, currency: 'EUR' });
    await pays(paying());
    expect(await mail()).toBeUndefined();
  });
});
