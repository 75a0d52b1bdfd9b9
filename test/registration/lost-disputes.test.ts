import fc from 'fast-check';
import { PostgresProjection } from '../../lambdas/participants/postgres-projection';
import { PostgresDisputes } from '../../lambdas/payment/disputes/postgres-disputes';
import { settleDispute } from '../../lambdas/payment/disputes/settle-dispute';
import { uuid7 } from '../../lambdas/platform/uuid';
import { disputesDue, stuckPayments } from '../../lambdas/watch/books-sql';
import { failedRefunds } from '../../lambdas/watch/charges-sql';
import { readForm } from '../forms/a-form';
import { idOf } from '../support/races/changed-race';
import { openPaidMoves } from '../support/races/paid-moves';
import { submissionFor } from '../support/races/race';

const { made, move, addEvent, seatOf, refundsOf, expectBooksInOrder, ...paidMoves } = openPaidMoves();
const { offered, pays, idIn, charged, settled } = paidMoves;

/** What a bank says of a payment, of the difference unless said otherwise. */
const bankSays = async (payment: string, status: string) => {
  await made.query(
    `INSERT INTO dispute (id, registration_id, status, reason, amount, currency, refundable, fetched_at)
     SELECT 'dp_' || registration_id, registration_id, $2, 'fraudulent', amount, currency, $2 = 'won', now()
     FROM payment WHERE registration_id = $1
     ON CONFLICT (id) DO UPDATE SET status = excluded.status, refundable = excluded.refundable`,
    [payment, status],
  );
  return `dp_${payment}`;
};
const directorDecides = (disputeId: string, decision: 'keep' | 'cancel') =>
  settleDispute({
    disputes: new PostgresDisputes(made.postgres),
    cancel: (id) => made.changes.cancel(id, 'director', { percent: 0 }),
  })(disputeId, decision);
const isRinging = async (disputeId: string) =>
  (await made.query<{ samples: string[] | null }>(disputesDue, [0]))[0]?.samples?.includes(disputeId) ?? false;

/** They paid 45 euros and 15 to move, and then the bank took this payment back. */
const lost = async (which: 'spot' | 'difference', status = 'lost') => {
  const of = await charged();
  const [difference, spot] = [idIn(of.paid), of.registrationId];
  const dispute = await bankSays(which === 'spot' ? spot : difference, status);
  return { ...of, difference, spot, dispute };
};
const refundsOfBoth = async ({ spot, difference }: { spot: string; difference: string }) => [
  await refundsOf(spot),
  await refundsOf(difference),
];

test.each(['lost', 'prevented'])(
  'a difference that is %s is gone, and the rest of what was paid is given back',
  async (status) => {
    const of = await lost('difference', status);
    expect(await seatOf(of.spot)).toMatchObject({ event_id: of.eventId, live: true });
    expect(await isRinging(of.dispute)).toBe(true);
    expect(await made.changes.cancel(of.spot, 'director', { percent: 100 })).toMatchObject({
      ...{ kind: 'cancelled', refund: 4500 },
    });
    expect(await refundsOfBoth(of)).toEqual([[4500], []]);
    await expectBooksInOrder(of.race, of.there);
  },
);

test('the bank’s part counts as given back: of 80 % of all that was paid, the rest is given back', async () => {
  const of = await lost('difference');
  expect(await made.changes.cancel(of.spot, 'director')).toMatchObject({ refund: 3300 });
  const little = await lost('difference');
  expect(await made.changes.cancel(little.spot, 'director', { percent: 20 })).toMatchObject({ refund: 0 });
  expect([await refundsOfBoth(of), await refundsOfBoth(little)]).toEqual([
    [[3300], []],
    [[], []],
  ]);
  await expectBooksInOrder();
});

test('of a refund that was on its way, what the bank did not take rings, and the list says so, until somebody has paid it', async () => {
  const { race, first } = await made.paidRace(1);
  const id = idOf(first);
  const rings = async () => (await made.query<{ samples: string[] | null }>(failedRefunds))[0]?.samples ?? [];
  const listed = async () => {
    await new PostgresProjection(made.postgres, { seconds: 0, openingSeconds: 0 }).catchUp(race.raceId);
    const rows = await made.query<{ payment: string }>('SELECT payment FROM participant WHERE registration_id = $1', [
      id,
    ]);
    return rows[0]?.payment;
  };
  await made.changes.cancel(id, 'director', { percent: 100 });
  const dispute = await bankSays(id, 'needs_response');
  const takes = (amount: number) => made.query('UPDATE dispute SET amount = $2 WHERE id = $1', [dispute, amount]);
  await takes(500);
  expect([await rings(), await listed()]).toEqual([[], 'refunding']);
  await bankSays(id, 'lost');
  expect([await rings(), await listed()]).toEqual([[id], 'refund-failed']);
  // All of it: the runner has their money.
  await takes(4500);
  expect([await rings(), await listed()]).toEqual([[], 'refunded']);
  await takes(500);
  await made.query(
    `UPDATE payment SET refund_failed = 'a bank took a part', refund_lost = refund, refund_paid_at = now() WHERE registration_id = $1`,
    [id],
  );
  expect([await rings(), await listed()]).toEqual([[], 'refunded']);
  // A bank that changes its mind: nothing is given back twice.
  await bankSays(id, 'won');
  const stuck = await made.query<{ registration_id: string }>(stuckPayments, [0, 100]);
  expect(stuck.map(({ registration_id }) => registration_id)).not.toContain(id);
});

test('when the bank took the payment for the spot, the difference can be given back', async () => {
  const of = await lost('spot');
  expect(await made.changes.cancel(of.spot, 'director', { percent: 100 })).toMatchObject({ refund: 1500 });
  expect(await refundsOfBoth(of)).toEqual([[], [1500]]);
  const both = await lost('spot');
  await bankSays(both.difference, 'lost');
  expect(await made.changes.cancel(both.spot, 'director', { percent: 100 })).toMatchObject({ refund: 0 });
  expect(await refundsOfBoth(both)).toEqual([[], []]);
  await expectBooksInOrder(of.race, of.there, both.race, both.there);
});

test('while a bank looks at a payment, nothing is given back; then what it left us', async () => {
  const of = await lost('difference', 'needs_response');
  expect(await made.changes.cancel(of.spot, 'director')).toEqual({ kind: 'dispute-open' });
  await bankSays(of.difference, 'won');
  expect(await made.changes.cancel(of.spot, 'director')).toMatchObject({ refund: 4800 });
  expect(await refundsOfBoth(of)).toEqual([[3300], [1500]]);
});

test('a runner whose bank took money back gives the spot back once a director has said that they keep it', async () => {
  const of = await lost('difference');
  expect(await isRinging(of.dispute)).toBe(true);
  expect(await made.changes.cancel(of.spot, 'runner')).toEqual({ kind: 'dispute-open' });
  expect(await directorDecides(of.dispute, 'keep')).toEqual({ kind: 'settled', cancelled: [] });
  expect(await isRinging(of.dispute)).toBe(false);
  expect(await seatOf(of.spot)).toMatchObject({ event_id: of.eventId, live: true });
  expect(await made.changes.cancel(of.spot, 'runner')).toMatchObject({ kind: 'cancelled', refund: 3300 });
  expect(await refundsOfBoth(of)).toEqual([[3300], []]);
  // Another payment, about which nobody has decided.
  const again = await lost('difference');
  await directorDecides(again.dispute, 'keep');
  await bankSays(again.spot, 'lost');
  expect(await made.changes.cancel(again.spot, 'runner')).toEqual({ kind: 'dispute-open' });
});

test('a spot whose difference was lost is passed on once a director has said that its runner keeps it', async () => {
  const of = await lost('difference');
  const transferId = uuid7();
  const recipient = { firstName: 'Bea', email: 'bea@example.com' };
  const offer = () => made.changes.offerTransfer(of.spot, { transferId, recipient });
  expect(await offer()).toEqual({ kind: 'dispute-open' });
  await directorDecides(of.dispute, 'keep');
  expect(await offer()).toMatchObject({ kind: 'offered' });
  expect(await made.changes.findTransfer(transferId)).toMatchObject({ state: 'offered' });
  const { runner } = submissionFor(of.race, { id: '', numbers: [0] }, 0, { person: 'bea' });
  expect(await made.changes.acceptTransfer(transferId, runner, 'w1')).toMatchObject({ kind: 'accepted' });
  // The runner who has it now gives it back for those who paid, less what the bank took.
  expect(await made.changes.cancel(transferId, 'runner')).toMatchObject({ kind: 'cancelled', refund: 3300 });
  expect(await refundsOfBoth(of)).toEqual([[3300], []]);
  await expectBooksInOrder(of.race, of.there);
});

test('a director who takes the spot over a lost difference gives nothing back, and nothing rings', async () => {
  const of = await lost('difference');
  expect(await directorDecides(of.dispute, 'cancel')).toEqual({ kind: 'settled', cancelled: [of.spot] });
  expect(await refundsOfBoth(of)).toEqual([[], []]);
  expect([await isRinging(of.dispute), await made.sellable(of.there)]).toEqual([false, [1]]);
  await expectBooksInOrder(of.race, of.there);
});

test('moved to a cheaper event, they get back what they paid above its price, without what the bank took', async () => {
  const of = await lost('difference');
  const cheaper = await addEvent(of.race, { price: 4000 });
  expect(await move({ registrationId: of.spot, eventId: of.race.eventId })).toMatchObject({ paid: 4500, refund: 0 });
  expect(await move({ registrationId: of.spot, eventId: cheaper.eventId })).toMatchObject({ paid: 4500, refund: 500 });
  expect(await refundsOfBoth(of)).toEqual([[500], []]);
  await expectBooksInOrder(of.race, of.there, cheaper);
  expect(await made.changes.cancel(of.spot, 'director', { percent: 100 })).toMatchObject({ refund: 4000 });
  expect(await refundsOfBoth(of)).toEqual([[500], []]);
  const open = await lost('difference', 'under_review');
  const other = await addEvent(open.race, { price: 4000 });
  expect(await move({ registrationId: open.spot, eventId: other.eventId })).toEqual({ kind: 'dispute-open' });
});

/** They bought a cap for 10 euros with the spot, which is sold in the dearer event alone. */
const withCap = async (of: Awaited<ReturnType<typeof lost>>) => {
  const en = (text: string) => ({ en: text });
  const variants = [{ id: 'cap-m', label: en('M'), price: 1000 }];
  const form = readForm({
    language: 'en',
    questions: [],
    items: [{ id: 'cap', label: en('Cap'), events: [of.eventId], variants }],
  });
  await made.query(
    `INSERT INTO form (race_id, revision, definition, entry_schema, hash, published_at) VALUES ($1, 1, $2, '{}', 'h1', now())`,
    [of.race.raceId, JSON.stringify(form)],
  );
  await made.query('UPDATE race SET form_revision = 1 WHERE id = $1', [of.race.raceId]);
  await made.query(
    `INSERT INTO registration_line (registration_id, position, kind, ref, list, amount, state)
     VALUES ($1, 0, 'entry', '', 6000, 6000, 'given'), ($1, 1, 'item', 'cap-m', 1000, 1000, 'given')`,
    [of.spot],
  );
  await made.query('UPDATE registration SET form_revision = 1, share = 7000 WHERE id = $1', [of.spot]);
  await made.query('UPDATE payment SET amount = 5500 WHERE registration_id = $1', [of.spot]);
  return of;
};

test('an item that the new event does not have is given back where the bank left us the money for it', async () => {
  const kept = await withCap(await lost('difference'));
  const back = { registrationId: kept.spot, eventId: kept.race.eventId };
  expect(await move(back)).toMatchObject({ kind: 'moved', paid: 4500, refund: 1000, returned: [1] });
  expect(await refundsOfBoth(kept)).toEqual([[1000], []]);
  const gone = await withCap(await lost('spot'));
  const without = { registrationId: gone.spot, eventId: gone.race.eventId };
  expect(await move(without)).toMatchObject({ kind: 'moved', paid: 1500, refund: 0, returned: [1] });
  expect(await refundsOfBoth(gone)).toEqual([[], []]);
});

test.each(['spot', 'difference'] as const)(
  'after their bank took the %s back, nobody is charged for a dearer event until a director has said that they keep the spot',
  async (which) => {
    const of = await lost(which);
    const dearer = await addEvent(of.race, { price: 8000 });
    const command = { registrationId: of.spot, eventId: dearer.eventId, difference: 'charge' } as const;
    expect(await move(command)).toEqual({ kind: 'dispute-open' });
    await directorDecides(of.dispute, 'keep');
    expect(await move(command)).toMatchObject({ kind: 'moved', offer: { amount: 2000 } });
    const [offer] = (await paidMoves.offersOf(of.spot)).slice(-1);
    const pay = () => {
      const id = uuid7();
      const quote = { offerId: offer?.id ?? '', moverId: of.spot, registrationId: id, raceId: of.race.raceId };
      const expiresAt = Date.now() + 60_000;
      return pays({
        quote: { ...quote, eventId: dearer.eventId, difference: 2000, currency: 'EUR', expiresAt },
        authorisation: `pi_${id}`,
        submittedAt: new Date().toISOString(),
      }).then(() => settled(id, 'captured', 2000));
    };
    // The bank changes its mind once more while the offer is open: nobody pays then.
    await bankSays(of.dispute.slice(3), 'needs_response');
    await pay();
    expect(await seatOf(of.spot)).toMatchObject({ event_id: of.eventId });
    await bankSays(of.dispute.slice(3), 'lost');
    await pay();
    expect(await seatOf(of.spot)).toMatchObject({ event_id: dearer.eventId, live: true });
    // What they paid now is ours, and goes back. What the bank took does not.
    const left = which === 'spot' ? 1500 + 2000 : 4500 + 2000;
    expect(await made.changes.cancel(of.spot, 'director', { percent: 100 })).toMatchObject({ refund: left });
    expect((await refundsOfBoth(of)).flat()).toEqual(which === 'spot' ? [1500] : [4500]);
  },
);

test.each(['lost', 'needs_response', 'refunded'])(
  'a runner whose payment is %s is moved where nobody pays, also before anybody has decided',
  async (status) => {
    const { race, first } = await made.paidRace(1);
    const id = idOf(first);
    await bankSays(id, status);
    const [same, cheaper, dearer] = [
      await addEvent(race, { price: 4500 }),
      await addEvent(race, { price: 4000 }),
      await addEvent(race, { price: 6000 }),
    ];
    const to = ({ eventId }: { eventId: string }, difference: 'refund' | 'leave') =>
      move({ registrationId: id, eventId, difference });
    expect(await to(same, 'refund')).toMatchObject({ kind: 'moved', refund: 0 });
    // Until the bank has decided, there is money that would go back.
    if (status === 'needs_response') expect(await to(cheaper, 'refund')).toEqual({ kind: 'dispute-open' });
    else expect(await to(cheaper, 'refund')).toMatchObject({ kind: 'moved', refund: 0 });
    expect(await to(dearer, 'leave')).toMatchObject({ kind: 'moved', refund: 0 });
    expect(await seatOf(id)).toMatchObject({ event_id: dearer.eventId, live: true });
    expect(await refundsOf(id)).toEqual([]);
  },
);

test('of a group, the shares of the others stay covered when the difference of one of them is lost', async () => {
  const of = await offered();
  const other = idOf(of.second);
  await made.query('UPDATE payment SET amount = 9000 WHERE registration_id = $1', [other]);
  await made.query('UPDATE registration SET share = 4500 WHERE id = ANY ($1)', [[other, of.registrationId]]);
  await made.query('UPDATE registration SET paid_as = $2 WHERE id = $1', [of.registrationId, other]);
  const paid = of.paying();
  await pays(paid);
  await settled(idIn(paid), 'captured');
  await bankSays(idIn(paid), 'lost');
  expect(await made.changes.cancel(of.registrationId, 'director', { percent: 100 })).toMatchObject({ refund: 4500 });
  expect([await refundsOf(other), await refundsOf(idIn(paid))]).toEqual([[4500], []]);
  await expectBooksInOrder(of.race, of.there);
  // The other one has no part in it.
  expect(await made.changes.cancel(other, 'runner')).toMatchObject({ refund: 3600 });
  await expectBooksInOrder(of.race, of.there);
});

test('of a group whose payment was lost, each gets back what they paid to move, and no more', async () => {
  const of = await offered();
  const other = idOf(of.second);
  await made.query('UPDATE payment SET amount = 9000 WHERE registration_id = $1', [other]);
  await made.query('UPDATE registration SET share = 4500 WHERE id = ANY ($1)', [[other, of.registrationId]]);
  await made.query('UPDATE registration SET paid_as = $2 WHERE id = $1', [of.registrationId, other]);
  const paid = of.paying();
  await pays(paid);
  await settled(idIn(paid), 'captured');
  await bankSays(other, 'lost');
  expect(await made.changes.cancel(of.registrationId, 'director', { percent: 100 })).toMatchObject({ refund: 1500 });
  expect(await made.changes.cancel(other, 'director', { percent: 100 })).toMatchObject({ refund: 0 });
  expect([await refundsOf(other), await refundsOf(idIn(paid))]).toEqual([[], [1500]]);
});

test('a refund that was ordered before the bank took the difference is neither late nor on its way', async () => {
  const of = await charged();
  const [difference, spot] = [idIn(of.paid), of.registrationId];
  await made.changes.cancel(spot, 'director', { percent: 100 });
  // The processor refused this one, because the payment was disputed.
  await bankSays(difference, 'lost');
  await made.query(`UPDATE payment SET state = 'refunded', refunded = refund WHERE registration_id = $1`, [spot]);
  const stuck = await made.query<{ registration_id: string }>(stuckPayments, [0, 1000]);
  expect(stuck.map(({ registration_id }) => registration_id)).not.toContain(difference);
  const projection = new PostgresProjection(made.postgres, { seconds: 0, openingSeconds: 0, overlapSeconds: 0 });
  await projection.catchUp(of.race.raceId);
  expect(await made.query('SELECT payment, is_open FROM participant WHERE registration_id = $1', [spot])).toEqual([
    { payment: 'refunded', is_open: false },
  ]);
  // Nothing more is given back, however often it is asked for.
  expect(await made.changes.cancel(spot, 'director', { percent: 100 })).toMatchObject({ refund: 6000 });
  expect(await refundsOfBoth({ spot, difference })).toEqual([[4500], [1500]]);
  // A bank that changes its mind gives us the money, and then it is owed.
  await bankSays(difference, 'won');
  const owed = await made.query<{ registration_id: string }>(stuckPayments, [0, 1000]);
  expect(owed.map(({ registration_id }) => registration_id)).toContain(difference);
});

const steps = fc.oneof(
  fc.record({
    bank: fc.constantFrom<'spot' | 'difference'>('spot', 'difference'),
    says: fc.constantFrom('needs_response', 'lost', 'prevented', 'won'),
  }),
  fc.record({ cancelAt: fc.constantFrom(100, 80, 50, 10) }),
  fc.record({ moveTo: fc.constantFrom(5500, 4500, 3000) }),
  fc.constant({ carryOut: true }),
);

test('whatever banks and directors do, and in whatever order, nobody gets back more than they paid, and no bank’s money', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 7 }), async (history) => {
      const of = await charged();
      const ids = { spot: of.registrationId, difference: idIn(of.paid) };
      const look = async () => {
        const rows = await made.query<{ amount: number; refund: number; bank: string | null }>(
          `SELECT p.amount, coalesce(p.refund, 0) AS refund, d.status AS bank FROM payment p
           LEFT JOIN dispute d ON d.registration_id = p.registration_id
           WHERE p.registration_id = ANY ($1) ORDER BY p.registration_id`,
          [[ids.spot, ids.difference]],
        );
        return rows;
      };
      let hasMoved = false;
      for (const step of history) {
        const before = await look();
        if ('bank' in step) await bankSays(ids[step.bank], step.says);
        if ('cancelAt' in step) await made.changes.cancel(ids.spot, 'director', { percent: step.cancelAt });
        if ('moveTo' in step) {
          const { eventId } = await addEvent(of.race, { price: step.moveTo });
          const moved = await move({ registrationId: ids.spot, eventId });
          hasMoved ||= moved.kind === 'moved';
        }
        if ('carryOut' in step)
          await made.query(
            `UPDATE payment p SET refunded = refund, state = 'refunded', refund_ordered = NULL
             WHERE wanted = 'refund' AND registration_id = ANY ($1) AND NOT EXISTS (
               SELECT FROM dispute d WHERE d.registration_id = p.registration_id AND d.status <> 'won')`,
            [[ids.spot, ids.difference]],
          );
        const after = await look();
        const grown = after.filter(({ refund }, n) => refund > (before[n]?.refund ?? 0));
        expect(after.filter(({ amount, refund }) => refund > amount)).toEqual([]);
        expect(grown.filter(({ bank }) => bank !== null && bank !== 'won')).toEqual([]);
        const isGone = (bank: string | null) => bank === 'lost' || bank === 'prevented';
        const returned = after.reduce((sum, { amount, refund, bank }) => sum + (isGone(bank) ? amount : refund), 0);
        const most = 'cancelAt' in step && !hasMoved ? 60 * step.cancelAt : 6000;
        if (grown.length > 0) expect(returned).toBeLessThanOrEqual(most);
        await expectBooksInOrder();
      }
    }),
    { numRuns: 25 },
  );
}, 120_000);
