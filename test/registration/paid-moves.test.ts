import { lockEvent } from '../../lambdas/ledger/event-sql';
import { PostgresProjection } from '../../lambdas/participants/postgres-projection';
import { uuid7 } from '../../lambdas/platform/uuid';
import { findMove } from '../../lambdas/registration/change/move/postgres-offered-moves';
import { PostgresRecords } from '../../lambdas/registration/show/postgres-records';
import { times } from '../../lambdas/spots/blocks/block';
import { stuckPayments } from '../../lambdas/watch/books-sql';
import { settlement } from '../payment/support/office';
import { untilOneWaits } from '../support/postgres/lock-waiters';
import { idOf } from '../support/races/changed-race';
import { ledgerOn } from '../support/races/ledger';
import { openPaidMoves } from '../support/races/paid-moves';
import { submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';

const paidMoves = openPaidMoves();
const { made, moving, move, addEvent, aMove, seatOf, refundsOf, mailsOf, audited, expectBooksInOrder } = paidMoves;
const { offersOf, offered, pays, idIn, ordersOf, payments, settled, charged } = paidMoves;

type Offered = Awaited<ReturnType<typeof offered>>;

const notMoved = async ({ race, there, registrationId }: Offered) => {
  expect(await seatOf(registrationId)).toMatchObject({ event_id: race.eventId, live: true, share: null });
  await expectBooksInOrder(race, there);
};

test('a dearer event is offered: a spot is kept, a mail leaves, and nothing has moved', async () => {
  const of = await offered();
  const { race, there, registrationId, eventId, answer, offer } = of;
  expect(answer).toMatchObject({
    kind: 'moved',
    ...{ number: 1, paid: 4500, price: 6000, refund: 0, offers: 0, isChanged: true },
    offer: { amount: 1500, endsAt: offer.ends_at },
  });
  expect(offer.ends_at.getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000);
  await notMoved(of);
  expect([await made.sellable(there), await mailsOf(registrationId)]).toEqual([[], []]);
  const { changed, ended, move: again } = moving();
  // The same once more changes nothing, and no other event is offered when none is free.
  const command = { registrationId, eventId, difference: 'charge', passesWaiting: false } as const;
  expect(await again(command)).toMatchObject({ kind: 'moved', isChanged: false, offer: { amount: 1500 } });
  expect([changed, ended, (await offersOf(registrationId)).length]).toEqual([[], [], 1]);
  expect(await move({ ...command, registrationId: idOf(of.second) })).toEqual({ kind: 'held' });
  expect(await made.deedsOn(race)).toEqual(['director move-offered']);
  // Whoever pays in the last second is on their way for a while.
  const [kept] = await made.query<{ seconds: number }>(
    `SELECT extract(epoch FROM b.closes_at - o.ends_at)::int AS seconds FROM move_offer o JOIN block b ON b.id = o.block WHERE o.id = $1`,
    [offer.id],
  );
  expect(kept).toEqual({ seconds: times.grace });
  expect(await findMove(made.postgres, offer.id)).toMatchObject({
    ...{ kind: 'found', state: 'offered', from: 'Ten', difference: 1500, currency: 'EUR', moverId: registrationId },
  });
});

test('an offer that cannot be replaced by another one stays, and of two directors at once both see one offer', async () => {
  const { race, registrationId, eventId, offer } = await offered();
  const full = await addEvent(race, { spots: 0, price: 7000 });
  const command = { registrationId, eventId: full.eventId, difference: 'charge' } as const;
  const refused = await move(command);
  expect(await offersOf(registrationId)).toMatchObject([{ id: offer.id, state: 'open' }]);
  expect(refused).toEqual({ kind: 'full' });
  const free = await addEvent(race, { spots: 2, price: 7000 });
  const both = { ...command, eventId: free.eventId };
  const [one, two] = await Promise.all([move(both), move(both)]);
  expect([one, two].map((answer) => 'isChanged' in answer && answer.isChanged).sort()).toEqual([false, true]);
  expect([one, two]).toMatchObject([{ offer: { amount: 2500 } }, { offer: { amount: 2500 } }]);
  expect(await offersOf(registrationId)).toMatchObject([{ state: 'withdrawn' }, { state: 'open', amount: 2500 }]);
  expect(await made.sellable(free)).toHaveLength(1);
  await ledgerOn(made.postgres).reclaim(eventId);
  await expectBooksInOrder(race, free);
});

test('what a code or a credit took off stays off: only what the dearer event costs more is charged', async () => {
  const of = await aMove({ price: 6000, spots: 1 });
  const { registrationId, eventId, race } = of;
  const half = await addEvent(race, { price: 4000 });
  await made.query(
    `INSERT INTO registration_line (registration_id, position, kind, ref, list, amount, state)
     VALUES ($1, 0, 'entry', '', 4500, 2000, 'given')`,
    [registrationId],
  );
  await made.query('UPDATE registration SET share = 2000 WHERE id = $1', [registrationId]);
  await made.query('UPDATE payment SET amount = 2000, capture_amount = 2000 WHERE registration_id = $1', [
    registrationId,
  ]);
  expect(await move({ registrationId, eventId })).toEqual({ kind: 'dearer', by: 1500, currency: 'EUR' });
  expect(await move({ registrationId, eventId, difference: 'charge' })).toMatchObject({
    paid: 2000,
    offer: { amount: 1500 },
  });
  // It costs less than theirs did, and more than they paid.
  expect(await move({ registrationId, eventId: half.eventId })).toMatchObject({
    kind: 'moved',
    refund: 0,
    isChanged: true,
  });
  await expectBooksInOrder(race, of.there, half);
});

test('who pays is moved to the spot that was kept, with the same registration, and is charged', async () => {
  const { race, there, registrationId, eventId, offer, paying } = await offered();
  const paid = paying();
  expect(await pays(paid)).toMatchObject({ moved: { registrationId, paidAs: registrationId } });
  expect(await seatOf(registrationId)).toMatchObject({ event_id: eventId, live: true, number: 1, share: 6000 });
  expect([await ordersOf(idIn(paid)), await mailsOf(registrationId)]).toEqual([['capture 1500'], [1]]);
  expect(await audited(registrationId)).toMatchObject([{ actor: 'runner', detail: { charged: 1500, refund: 0 } }]);
  expect([await made.sellable(race), await made.sellable(there)]).toEqual([[1], []]);
  await expectBooksInOrder(race, there);
  expect((await settled(idIn(paid), 'captured')).contradictions).toEqual([]);
  await expectBooksInOrder(race, there);
  // Delivered again, and swept: nothing happens twice.
  expect(await pays(paid)).toEqual({ decisions: [], deferred: [], outbox: [] });
  const sweep = { registrationId: idIn(paid), raceId: race.raceId, eventId, amount: 1500, currency: 'EUR' };
  await registrationsOn(made.postgres).sweep([sweep]);
  expect([await ordersOf(idIn(paid)), await mailsOf(registrationId)]).toEqual([['capture 1500'], [1]]);
  expect(await findMove(made.postgres, offer.id)).toMatchObject({ state: 'moved', number: 1 });
  expect(await new PostgresRecords(made.postgres).find(registrationId)).toMatchObject({
    ...{ eventId, amount: 6000, payment: 'captured', number: 1 },
  });
});

test('two tabs that pay at once: one is charged, the card of the other is let go', async () => {
  const { race, there, registrationId, paying } = await offered();
  const both = [paying(), paying()];
  await Promise.all([...both, ...both].map(pays));
  const orders = await Promise.all(both.map((one) => ordersOf(idIn(one))));
  expect(orders.flat().sort()).toEqual(['capture 1500', 'void 1500']);
  expect([(await audited(registrationId)).length, await mailsOf(registrationId)]).toEqual([1, [1]]);
  await expectBooksInOrder(race, there);
});

test.each<[string, (of: Offered) => Promise<unknown>]>([
  [
    'was withdrawn',
    async ({ registrationId, there }) => {
      expect(await moving().withdraw(registrationId)).toEqual({ kind: 'withdrawn' });
      expect(await made.deedsOn(there)).toEqual(['director move-withdrawn']);
      expect(await moving().withdraw(registrationId)).toEqual({ kind: 'no-offer' });
    },
  ],
  [
    'is of a runner who has another spot there by now',
    async ({ there, first: { runner } }) => {
      const { eventId } = there;
      await made.query('UPDATE event SET capacity = 2, next_number = 3 WHERE id = $1', [eventId]);
      await made.query('INSERT INTO spot (event_id, number) VALUES ($1, 2)', [eventId]);
      const { decisions } = await made.record(
        there,
        submissionFor(there, { id: uuid7(), numbers: [2] }, 0, { person: runner.firstName }),
      );
      expect(decisions).toMatchObject([{ outcome: 'confirmed' }]);
    },
  ],
  [
    'is of a cancelled event',
    ({ eventId }) => made.query(`UPDATE event SET sale = 'cancelled' WHERE id = $1`, [eventId]),
  ],
  [
    'is of a cancelled race',
    ({ race }) => made.query('UPDATE race SET cancelled_at = now() WHERE id = $1', [race.raceId]),
  ],
  [
    'is of a runner who disputes the payment',
    ({ registrationId }) =>
      made.query(
        `INSERT INTO dispute (id, registration_id, status, reason, amount, currency, refundable, fetched_at)
         VALUES ($2, $1, 'needs_response', 'fraudulent', 4500, 'EUR', false, now())`,
        [registrationId, `dp_${registrationId}`],
      ),
  ],
  ['was swept before', () => Promise.resolve()],
])('who pays for an offer that %s pays nothing, and has not moved', async (why, change) => {
  const of = await offered();
  const paid = of.paying();
  await change(of);
  if (why === 'was swept before') {
    const { raceId, eventId } = of.there;
    const sweep = { registrationId: idIn(paid), raceId, eventId, amount: 1500, currency: 'EUR' };
    await registrationsOn(made.postgres).sweep([sweep]);
  }
  expect(await pays(paid)).not.toHaveProperty('moved');
  expect(await ordersOf(idIn(paid))).toEqual(['void 1500']);
  expect((await settled(idIn(paid), 'voided')).contradictions).toEqual([]);
  expect(await seatOf(of.registrationId)).toMatchObject({ event_id: of.race.eventId, live: true });
});

test.each<[string, (of: Offered) => Promise<unknown>]>([
  ['gives the spot back', ({ registrationId }) => made.changes.cancel(registrationId, 'runner')],
  [
    'passes the spot on',
    async ({ race, registrationId }) => {
      const transferId = uuid7();
      const recipient = { firstName: 'Bea', email: 'bea@example.com' };
      await made.changes.offerTransfer(registrationId, { transferId, recipient });
      const { runner } = submissionFor(race, { id: '', numbers: [0] }, 0, { person: 'bea' });
      return made.changes.acceptTransfer(transferId, runner, 'w1');
    },
  ],
  [
    'is moved by a director all the same',
    async ({ race, registrationId }) => {
      const { eventId } = await addEvent(race);
      return move({ registrationId, eventId });
    },
  ],
])('the offer ends when its runner %s: its spot goes to others, and no card is charged', async (_, change) => {
  const of = await offered();
  await change(of);
  expect(await offersOf(of.registrationId)).toMatchObject([{ state: 'withdrawn' }]);
  await ledgerOn(made.postgres).reclaim(of.eventId);
  expect(await made.sellable(of.there)).toEqual([1]);
  const paid = of.paying();
  await pays(paid);
  expect(await ordersOf(idIn(paid))).toEqual(['void 1500']);
  await expectBooksInOrder(of.race, of.there);
});

/** The same runner, in an event of the race beside the one that they move from. */
const registersAlso = async (of: Offered, eventId: string) => {
  const id = uuid7();
  await made.query('INSERT INTO spot (event_id, number, block) VALUES ($1, 9, $2)', [eventId, id]);
  await made.query(
    `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner, paid_as)
     SELECT $1, $2, person, 'confirmed', true, 9, $1, 9, 'late', runner, id FROM registration WHERE id = $3`,
    [id, eventId, of.registrationId],
  );
  return id;
};

test.each<[string, (of: Offered) => Promise<unknown>]>([
  ['who is checked in', ({ registrationId }) => made.atDesk(registrationId)],
  ['who has a spot there by now', (of) => registersAlso(of, of.eventId)],
  [
    'who is registered in an event of its limit group',
    async (of) => {
      const group = uuid7();
      await made.query('UPDATE move_offer SET limit_group = $2 WHERE id = $1', [of.offer.id, group]);
      const { eventId } = await addEvent(of.race);
      const id = await registersAlso(of, eventId);
      await made.query('UPDATE registration SET limit_group = $2 WHERE id = $1', [id, group]);
    },
  ],
])('the link shows no offer to a runner %s, whose card would be let go', async (_, change) => {
  const of = await offered();
  expect(await findMove(made.postgres, of.offer.id)).toMatchObject({ state: 'offered' });
  await change(of);
  expect(await findMove(made.postgres, of.offer.id)).toMatchObject({ state: 'gone' });
  const paid = of.paying();
  expect(await pays(paid)).not.toHaveProperty('moved');
  expect(await ordersOf(idIn(paid))).toEqual(['void 1500']);
});

test('nobody is moved from an event in which they are no longer', async () => {
  const { race, registrationId, paying } = await offered();
  const { eventId } = await addEvent(race);
  await made.query('UPDATE move_offer SET from_event = $2 WHERE registration_id = $1', [registrationId, eventId]);
  const paid = paying();
  await pays(paid);
  expect(await ordersOf(idIn(paid))).toEqual(['void 1500']);
});

test('an offer that is not answered ends by itself: its spot goes to the first who waits, and it can be made again', async () => {
  const of = await offered();
  const { registrationId, eventId, offer, there } = of;
  const place = await made.joinAs(there, 'ida');
  await made.query(`UPDATE move_offer SET ends_at = now() WHERE id = $1`, [offer.id]);
  await made.query(`UPDATE block SET closes_at = now() WHERE event_id = $1`, [eventId]);
  expect(await findMove(made.postgres, offer.id)).toMatchObject({ state: 'gone' });
  await ledgerOn(made.postgres).reclaim(eventId);
  expect(await made.placeOf(place)).toBe('offered');
  await notMoved(of);
  // A message that was paid in time and arrives now finds no spot.
  const late = of.paying();
  await pays(late);
  expect(await ordersOf(idIn(late))).toEqual(['void 1500']);
  await made.query('INSERT INTO spot (event_id, number) VALUES ($1, 2)', [eventId]);
  await made.query('UPDATE event SET capacity = 2, next_number = 3 WHERE id = $1', [eventId]);
  expect(await move({ registrationId, eventId, difference: 'charge' })).toMatchObject({ number: 2, isChanged: true });
  expect(await offersOf(registrationId)).toMatchObject([{ state: 'withdrawn' }, { state: 'open' }]);
});

test('who paid in the last second is moved to any spot that is left, though theirs went back', async () => {
  const of = await offered();
  await made.query(`UPDATE move_offer SET ends_at = now() WHERE id = $1`, [of.offer.id]);
  await made.query(`UPDATE block SET closes_at = now() WHERE event_id = $1`, [of.eventId]);
  await ledgerOn(made.postgres).reclaim(of.eventId);
  const paid = of.paying();
  expect(await pays(paid)).toHaveProperty('moved');
  expect(await ordersOf(idIn(paid))).toEqual(['capture 1500']);
  await expectBooksInOrder(of.race, of.there);
});

test('another price, a pause or the end of the sale change nothing for who was offered a move', async () => {
  const { race, there, registrationId, eventId, paying } = await offered();
  await made.query('UPDATE price SET amount = 9000 WHERE event_id = $1', [eventId]);
  await made.query(`UPDATE event SET sale = 'closed' WHERE id = $1`, [eventId]);
  await made.query(`UPDATE race SET closes_at = now() WHERE id = $1`, [race.raceId]);
  const paid = paying();
  expect(await pays(paid)).toHaveProperty('moved');
  expect(await seatOf(registrationId)).toMatchObject({ event_id: eventId, share: 6000 });
  await expectBooksInOrder(race, there);
});

test('a cancellation gives both payments back, the difference first, and waits until it is charged', async () => {
  const of = await offered();
  const { registrationId, race, there } = of;
  const paid = of.paying();
  await pays(paid);
  expect(await made.changes.cancel(registrationId, 'director', { percent: 100 })).toEqual({ kind: 'settling' });
  await settled(idIn(paid), 'captured');
  expect(await made.changes.cancel(registrationId, 'runner')).toMatchObject({ kind: 'cancelled', refund: 4800 });
  expect([await refundsOf(idIn(paid)), await refundsOf(registrationId)]).toEqual([[1500], [3300]]);
  await expectBooksInOrder(race, there);
  // What was ordered a moment ago is not stuck.
  const stuck = await made.query<{ registration_id: string }>(stuckPayments, [600, 1000]);
  const ids = stuck.map(({ registration_id }) => registration_id);
  expect(ids.filter((id) => id === idIn(paid) || id === registrationId)).toEqual([]);
});

test('the list of participants counts the mover once, and not what carries the payment, however often it is looked at', async () => {
  const { race, there, paying } = await charged();
  // Somebody pays once more, in another tab: that card is let go.
  await pays(paying());
  const projection = new PostgresProjection(made.postgres, { seconds: 0, openingSeconds: 0 });
  // And once more, and leaves when their bank asks.
  const { eventId, raceId } = there;
  const swept = { registrationId: uuid7(), raceId, eventId, amount: 1500, currency: 'EUR', purpose: 'move' } as const;
  await registrationsOn(made.postgres).sweep([swept]);
  expect(await ordersOf(swept.registrationId)).toEqual(['void 1500']);
  const looks = [await projection.catchUp(race.raceId), await projection.catchUp(race.raceId)];
  expect(looks).toMatchObject([{ rows: 2 }, { rows: 2 }]);
  expect(await made.query('SELECT FROM participant WHERE race_id = $1', [race.raceId])).toHaveLength(2);
});

test('moved back to a cheaper event, they get back what they paid for the dearer one', async () => {
  const { registrationId, race, there, paid } = await charged();
  await made.query('UPDATE price SET amount = 4000 WHERE event_id = $1', [race.eventId]);
  expect(await move({ registrationId, eventId: race.eventId })).toMatchObject({ paid: 6000, refund: 2000 });
  expect([await refundsOf(idIn(paid)), await refundsOf(registrationId)]).toEqual([[1500], [500]]);
  expect(await seatOf(registrationId)).toMatchObject({ event_id: race.eventId, share: 4000 });
  await expectBooksInOrder(race, there);
});

test('the link of an offer that was taken has no number of somebody else, or of another event', async () => {
  const { registrationId, race, offer } = await charged();
  expect(await findMove(made.postgres, offer.id)).toMatchObject({ state: 'moved', number: 1 });
  await move({ registrationId, eventId: race.eventId });
  expect(await findMove(made.postgres, offer.id)).toMatchObject({ state: 'moved', number: undefined });
  const cancelled = await charged();
  await made.changes.cancel(cancelled.registrationId, 'runner');
  expect(await findMove(made.postgres, cancelled.offer.id)).toMatchObject({ state: 'moved', number: undefined });
});

test('passed on after it, the spot takes both payments along', async () => {
  const { registrationId, race, there, paid, offer } = await charged();
  const transferId = uuid7();
  const recipient = { firstName: 'Bea', email: 'bea@example.com' };
  await made.changes.offerTransfer(registrationId, { transferId, recipient });
  const { runner } = submissionFor(race, { id: '', numbers: [0] }, 0, { person: 'bea' });
  expect(await made.changes.acceptTransfer(transferId, runner, 'w1')).toMatchObject({ kind: 'accepted' });
  expect(await findMove(made.postgres, offer.id)).toMatchObject({ state: 'moved', number: undefined });
  expect(await made.changes.cancel(transferId, 'director', { percent: 100 })).toMatchObject({ refund: 6000 });
  expect([await refundsOf(idIn(paid)), await refundsOf(registrationId)]).toEqual([[1500], [4500]]);
  await expectBooksInOrder(race, there);
});

test('nobody loses a spot over a difference that cannot be charged after all', async () => {
  const { registrationId, eventId, race, there, paying, offer } = await offered();
  const paid = paying();
  await pays(paid);
  expect(await findMove(made.postgres, offer.id)).toMatchObject({ state: 'moved', isUnpaid: false });
  expect((await settled(idIn(paid), 'failed')).contradictions).toEqual([]);
  expect(await findMove(made.postgres, offer.id)).toMatchObject({ state: 'moved', isUnpaid: true });
  expect(await seatOf(registrationId)).toMatchObject({ event_id: eventId, live: true, share: 4500 });
  expect((await made.deedsOn(there)).at(-1)).toBe('system move-payment-failed');
  await expectBooksInOrder(race, there);
  expect(await made.changes.cancel(registrationId, 'director', { percent: 100 })).toMatchObject({ refund: 4500 });
  expect([await refundsOf(idIn(paid)), await refundsOf(registrationId)]).toEqual([[], [4500]]);
});

test('a failed payment that waits for an event does not hold the registration of a mover whose difference failed', async () => {
  const { second, race, registrationId, paying } = await offered();
  const paid = paying();
  await pays(paid);
  await made.query(`UPDATE payment SET state = 'authorised', authorisation = 'pi_1' WHERE registration_id = $1`, [
    idOf(second),
  ]);
  const failing = await made.postgres.transaction(async (holder) => {
    await holder.query(lockEvent, [race.eventId]);
    const failures = [
      settlement(idIn(paid), 'failed', { amount: 1500, authorisation: `pi_${idIn(paid)}` }),
      settlement(idOf(second), 'failed', { amount: 4500 }),
    ];
    const settling = payments().settle(failures);
    await untilOneWaits(made.postgres);
    await holder.query('SELECT FROM registration WHERE id = $1 FOR UPDATE NOWAIT', [registrationId]);
    return { settling };
  });
  expect((await failing.settling).changed).toHaveLength(2);
});

test('a dispute of the difference holds the whole registration', async () => {
  const { registrationId, race, eventId, paid } = await charged();
  await made.query(
    `INSERT INTO dispute (id, registration_id, status, reason, amount, currency, refundable, fetched_at)
     VALUES ('dp_difference', $1, 'needs_response', 'fraudulent', 1500, 'EUR', false, now())`,
    [idIn(paid)],
  );
  expect(await made.changes.cancel(registrationId, 'runner')).toEqual({ kind: 'dispute-open' });
  await made.query('UPDATE price SET amount = 7000 WHERE event_id = $1', [eventId]);
  expect(await move({ registrationId, eventId })).toMatchObject({ isChanged: false });
  // Nor is anything more asked for.
  const dearer = await addEvent(race, { price: 8000 });
  expect(await move({ registrationId, eventId: dearer.eventId, difference: 'charge' })).toEqual({
    kind: 'dispute-open',
  });
});

test('a member of a group is offered a move by themselves, and the shares of the others stay covered', async () => {
  const of = await offered();
  const { registrationId, race, there } = of;
  const other = idOf(of.second);
  await made.query('UPDATE payment SET amount = 9000 WHERE registration_id = $1', [other]);
  await made.query('UPDATE registration SET share = 4500 WHERE id = ANY ($1)', [[other, registrationId]]);
  await made.query('UPDATE registration SET paid_as = $2 WHERE id = $1', [registrationId, other]);
  const paid = of.paying();
  expect(await pays(paid)).toMatchObject({ moved: { registrationId, paidAs: other } });
  await settled(idIn(paid), 'captured');
  expect(await made.changes.cancel(registrationId, 'director', { percent: 100 })).toMatchObject({ refund: 6000 });
  expect([await refundsOf(idIn(paid)), await refundsOf(other)]).toEqual([[1500], [4500]]);
  await expectBooksInOrder(race, there);
});

test('with what a cheaper event costs, or a difference too small to charge, they are moved at once', async () => {
  const cheaper = await aMove({ price: 3000 });
  const order = { registrationId: cheaper.registrationId, eventId: cheaper.eventId, difference: 'charge' } as const;
  expect(await move(order)).toMatchObject({ kind: 'moved', refund: 1500, isChanged: true });
  const little = await aMove({ price: 4540 });
  const answer = await move({ ...order, registrationId: little.registrationId, eventId: little.eventId });
  expect(answer).toMatchObject({ kind: 'moved', refund: 0 });
  expect(answer).not.toHaveProperty('offer');
});

test('what is charged without a move, or moved without being charged, is out of the books', async () => {
  const { paid } = await charged();
  const [before] = await made.query<{ id: string }>('SELECT id FROM move_offer WHERE paid_as = $1', [idIn(paid)]);
  await made.query(`UPDATE move_offer SET state = 'withdrawn', paid_as = NULL WHERE id = $1`, [before?.id]);
  await expect(expectBooksInOrder()).rejects.toThrow();
  await made.query(`UPDATE move_offer SET state = 'taken', paid_as = $2 WHERE id = $1`, [before?.id, idIn(paid)]);
  await expectBooksInOrder();
  await made.query(`UPDATE payment SET state = 'voided', wanted = 'void' WHERE registration_id = $1`, [idIn(paid)]);
  await expect(expectBooksInOrder()).rejects.toThrow();
  await made.query(`UPDATE payment SET state = 'captured', wanted = 'capture' WHERE registration_id = $1`, [
    idIn(paid),
  ]);
});

test('a spot is not offered under the id of the move of somebody else: the link of that mail would open the move', async () => {
  const { offer, second, registrationId } = await offered();
  const recipient = { firstName: 'Mallory', email: 'mallory@example.com' };
  const asked = await made.changes.offerTransfer(idOf(second), { transferId: offer.id, recipient });
  expect(asked).toEqual({ kind: 'no-spot' });
  expect(await findMove(made.postgres, offer.id)).toMatchObject({ state: 'offered', moverId: registrationId });
});
