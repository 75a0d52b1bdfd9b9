import { mailMessage } from '../../lambdas/domain/mail-order';
import type { PaidTransfer } from '../../lambdas/domain/transfer';
import { PostgresProjection } from '../../lambdas/participants/postgres-projection';
import { PostgresPayments } from '../../lambdas/payment/settle/postgres-payments';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresRecords } from '../../lambdas/registration/show/postgres-records';
import { money, stuckPayments } from '../../lambdas/watch/books-sql';
import { settlement } from '../payment/support/office';
import { idOf, openChanges } from '../support/races/changed-race';
import { givingWith } from '../support/races/ledger';
import { submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';

const made = openChanges();
const bea = submissionFor({ raceId: '', eventId: '' }, { id: '', numbers: [0] }, 0, { person: 'bea' }).runner;
const usualFee = 1000;

/** A spot that is offered to Bea in a race with a fee for that. */
const offered = async (spots = 1, fee = usualFee) => {
  const { race, first, second } = await made.paidRace(spots);
  await made.query('UPDATE race SET transfer_fee = $2 WHERE id = $1', [race.raceId, fee]);
  const transferId = uuid7();
  await made.changes.offerTransfer(idOf(first), {
    transferId,
    recipient: { firstName: 'Bea', email: 'bea@example.com' },
  });
  const paying = (changes: Partial<PaidTransfer> = {}): PaidTransfer => {
    const registrationId = uuid7();
    return {
      quote: {
        ...{ transferId, registrationId, ...race, fee },
        ...{ runnerHash: 'h', waiverHash: 'w1', currency: 'EUR', expiresAt: Date.now() + 60_000 },
      },
      runner: bea,
      authorisation: `pi_${registrationId}`,
      submittedAt: new Date().toISOString(),
      ...changes,
    };
  };
  return { race, first, second, from: idOf(first), transferId, paying };
};

const pays = (transfer: PaidTransfer) => registrationsOn(made.postgres).transfer(transfer);
const idIn = ({ quote }: PaidTransfer) => quote.registrationId;
const ordersOf = async (id: string) => {
  const rows = await made.query<{ body: { action: string; amount: number } }>(
    `SELECT body FROM outbox WHERE queue = 'payments' AND body ->> 'registrationId' = $1 ORDER BY id`,
    [id],
  );
  return rows.map(({ body }) => `${body.action} ${body.amount}`);
};
const mailsOf = async (id: string) => {
  const rows = await made.query<{ template: string }>(
    `SELECT body ->> 'template' AS template FROM outbox WHERE queue <> 'payments' AND body ->> 'registrationId' = $1 ORDER BY id`,
    [id],
  );
  return rows.map(({ template }) => template);
};
const settled = async (
  registrationId: string,
  state: 'captured' | 'voided' | 'failed' | 'refunded',
  amount = usualFee,
) => {
  const payments = new PostgresPayments({
    postgres: made.postgres,
    newId: uuid7,
    mailMessage: (order) => mailMessage(order, 4),
    giveToWaiting: givingWith(),
  });
  const authorisation = `pi_${registrationId}`;
  const told = settlement(registrationId, state, { amount, authorisation });
  return (await payments.settle([told])).contradictions;
};

test('where a fee is due nobody takes a spot over without it, and everybody reads what it is', async () => {
  const { from, transferId } = await offered();
  const found = await made.changes.findTransfer(transferId);
  expect(found).toMatchObject({
    state: 'offered',
    registrationId: transferId,
    fee: { amount: usualFee, currency: 'EUR' },
  });
  expect(await made.changes.acceptTransfer(transferId, bea, 'w1')).toEqual({ kind: 'page-outdated' });
  expect(await made.rowOf(from)).toMatchObject({ live: true });
});

test('who pays it gets the spot under the id of their payment, and is told when the card was charged', async () => {
  const { race, from, transferId, paying } = await offered();
  const transfer = paying();
  const id = idIn(transfer);
  expect(await pays(transfer)).toMatchObject({ decisions: [{ registrationId: id, outcome: 'confirmed', number: 1 }] });
  expect(await made.rowOf(from)).toMatchObject({ live: false, ended: 'transferred' });
  expect(await made.rowOf(id)).toMatchObject({ live: true, number: 1, via: 'transfer', wanted: 'capture' });
  expect([await ordersOf(id), await mailsOf(id), await mailsOf(from)]).toEqual([['capture 1000'], [], ['transferred']]);
  expect(await settled(id, 'captured')).toEqual([]);
  expect(await mailsOf(id)).toEqual(['confirmation']);
  // Delivered again, and asked again in the way that costs nothing: nothing happens twice.
  expect((await pays(transfer)).decisions).toMatchObject([{ outcome: 'confirmed', isRepeat: true }]);
  expect(await made.changes.acceptTransfer(transferId, bea, 'w1')).toMatchObject({ kind: 'accepted', toId: id });
  expect(await made.changes.findTransfer(transferId)).toMatchObject({ state: 'accepted', registrationId: id });
  expect(await ordersOf(id)).toEqual(['capture 1000']);
  expect(await made.deedsOn(race)).toEqual(['runner transfer-offered', 'runner transferred']);
  // What the spot cost is told, not what passing it on cost.
  expect(await new PostgresRecords(made.postgres).find(id)).toMatchObject({ takenOver: true, amount: 4500 });
});

test('of two who pay for one spot, one gets it, and the card of the other is let go', async () => {
  const { paying } = await offered();
  const both = [paying(), paying()];
  await Promise.all(both.map(pays));
  const orders = await Promise.all(both.map((one) => ordersOf(idIn(one))));
  expect(orders.flat().sort()).toEqual(['capture 1000', 'void 1000']);
  const rows = await Promise.all(both.map((one) => made.rowOf(idIn(one))));
  expect(rows.map((row) => row?.outcome).sort()).toEqual(['confirmed', 'refused']);
});

test('delivered twice at one moment it is decided once', async () => {
  const { paying } = await offered();
  const transfer = paying();
  await Promise.all([pays(transfer), pays(transfer)]);
  expect(await ordersOf(idIn(transfer))).toEqual(['capture 1000']);
});

test('a payment whose sweep came first is let go, and the offer stands for the next one', async () => {
  const { race, from, paying } = await offered();
  const [late, next] = [paying(), paying()];
  const swept = { registrationId: idIn(late), ...race, amount: usualFee, currency: 'EUR' };
  await registrationsOn(made.postgres).sweep([swept]);
  expect((await pays(late)).decisions).toMatchObject([{ outcome: 'refused', isRepeat: true }]);
  expect(await made.rowOf(from)).toMatchObject({ live: true });
  expect(await ordersOf(idIn(late))).toEqual(['void 1000']);
  expect((await pays(next)).decisions).toMatchObject([{ outcome: 'confirmed' }]);
});

test('a sweep that comes after it lets go of nothing: it orders what is wanted once more', async () => {
  const { race, paying } = await offered();
  const transfer = paying();
  await pays(transfer);
  await registrationsOn(made.postgres).sweep([
    { registrationId: idIn(transfer), ...race, amount: usualFee, currency: 'EUR' },
  ]);
  expect(await ordersOf(idIn(transfer))).toEqual(['capture 1000', 'capture 1000']);
  await settled(idIn(transfer), 'captured');
  await registrationsOn(made.postgres).sweep([
    { registrationId: idIn(transfer), ...race, amount: usualFee, currency: 'EUR' },
  ]);
  expect(await ordersOf(idIn(transfer))).toHaveLength(2);
});

test.each([
  ['was taken back', 'refused', (of: Offered) => made.changes.withdrawTransfer(of.from)],
  ['is over', 'refused', ({ race }: Offered) => inRace(race, 'transfer_until = now()')],
  ['is cancelled with its race', 'refused', ({ race }: Offered) => inRace(race, 'cancelled_at = now()')],
  ['has another waiver now', 'refused', ({ race }: Offered) => inRace(race, `waiver_hash = 'w2'`)],
])('who pays for what %s is %s, and pays nothing', async (_, outcome, change) => {
  const of = await offered();
  await change(of);
  const transfer = of.paying();
  expect((await pays(transfer)).decisions).toEqual([{ registrationId: idIn(transfer), outcome }]);
  expect([await ordersOf(idIn(transfer)), (await made.rowOf(of.from))?.live]).toEqual([['void 1000'], true]);
  await settled(idIn(transfer), 'voided');
  expect(await mailsOf(idIn(transfer))).toEqual([]);
});

test('the list of participants has nobody for a fee that was not paid to the end, or for an offer that was gone', async () => {
  const { race, from, paying } = await offered();
  const swept = { registrationId: uuid7(), ...race, amount: usualFee, currency: 'EUR', purpose: 'fee' } as const;
  await registrationsOn(made.postgres).sweep([swept]);
  expect(await ordersOf(swept.registrationId)).toEqual(['void 1000']);
  await made.changes.withdrawTransfer(from);
  const transfer = paying();
  await pays(transfer);
  await new PostgresProjection(made.postgres, { seconds: 0, openingSeconds: 0 }).catchUp(race.raceId);
  const listed = await made.query<{ id: string }>('SELECT registration_id AS id FROM participant WHERE race_id = $1', [
    race.raceId,
  ]);
  expect(listed).toEqual([{ id: from }]);
});

test('somebody who is in already is told so, and pays nothing', async () => {
  const { second, from, paying } = await offered(2);
  const transfer = paying({ runner: second.runner });
  expect((await pays(transfer)).decisions).toEqual([{ registrationId: idIn(transfer), outcome: 'duplicate' }]);
  await settled(idIn(transfer), 'voided');
  expect(await mailsOf(idIn(transfer))).toEqual(['not-registered']);
  expect(await made.rowOf(from)).toMatchObject({ live: true });
});

test('nobody loses the spot over a fee that cannot be charged after all', async () => {
  const { race, paying } = await offered();
  const transfer = paying();
  await pays(transfer);
  expect(await settled(idIn(transfer), 'failed')).toEqual([]);
  expect(await made.rowOf(idIn(transfer))).toMatchObject({ live: true, number: 1, state: 'failed' });
  // No other mail tells them that they are in, and has their link.
  expect(await mailsOf(idIn(transfer))).toEqual(['confirmation']);
  expect((await made.deedsOn(race)).at(-1)).toBe('system transfer-fee-failed');
  expect(await made.sellable(race)).toEqual([]);
});

test('who took a spot over and gives it back: its price goes to who paid it, and the fee stays', async () => {
  const { from, paying } = await offered();
  const transfer = paying();
  await pays(transfer);
  await settled(idIn(transfer), 'captured');
  expect(await made.changes.cancel(idIn(transfer), 'runner')).toMatchObject({ kind: 'cancelled', refund: 3600 });
  const wanted = await made.query<{ id: string; refund: number | null }>(
    'SELECT registration_id AS id, refund FROM payment WHERE registration_id = ANY ($1) ORDER BY refund',
    [[from, idIn(transfer)]],
  );
  expect(wanted).toEqual([
    { id: from, refund: 3600 },
    { id: idIn(transfer), refund: null },
  ]);
});

test('passed on again, the spot goes on to the next, who pays the fee as well', async () => {
  const { race, from, paying } = await offered();
  const transfer = paying();
  await pays(transfer);
  await settled(idIn(transfer), 'captured');
  const transferId = uuid7();
  const recipient = { firstName: 'Cem', email: 'cem@example.com' };
  expect(await made.changes.offerTransfer(idIn(transfer), { transferId, recipient })).toMatchObject({
    kind: 'offered',
  });
  const cem = submissionFor(race, { id: '', numbers: [0] }, 0, { person: 'cem' }).runner;
  const next = paying({ runner: cem });
  await pays({ ...next, quote: { ...next.quote, transferId } });
  expect(await made.rowOf(idIn(next))).toMatchObject({ live: true, number: 1 });
  const [row] = await made.query('SELECT paid_as FROM registration WHERE id = $1', [idIn(next)]);
  expect(row).toEqual({ paid_as: from });
});

test('a director gives a fee back: in parts, never more than it was, once however often it is ordered', async () => {
  const { race, from, paying } = await offered();
  const transfer = paying();
  const id = idIn(transfer);
  const refund = (amount?: number, isDryRun = false) =>
    made.changes.refundTransferFee({ registrationId: id, amount, isDryRun });
  expect(await refund()).toEqual({ kind: 'no-fee' });
  await pays(transfer);
  expect(await refund()).toEqual({ kind: 'settling' });
  await settled(id, 'captured');
  expect(await refund(400, true)).toMatchObject({ kind: 'refunded', refund: 400, left: 600, outbox: [] });
  expect(await ordersOf(id)).toEqual(['capture 1000']);
  expect(await refund(400)).toMatchObject({ kind: 'refunded', refund: 400, left: 600 });
  // The same order again, because its answer was lost.
  expect(await refund(400)).toMatchObject({ kind: 'refunded', refund: 0, left: 600, outbox: [] });
  expect(await refund(1001)).toEqual({ kind: 'too-much', most: 1000 });
  expect(await refund(300)).toEqual({ kind: 'given-back', refunded: 400 });
  // While one order is on its way, no other leaves: what settles it sends the rest.
  expect(await refund()).toMatchObject({ kind: 'refunded', refund: 600, left: 0, outbox: [] });
  expect(await ordersOf(id)).toEqual(['capture 1000', 'refund 400']);
  expect((await made.deedsOn(race)).slice(-2)).toEqual([
    'director transfer-fee-refunded',
    'director transfer-fee-refunded',
  ]);
  // Runner and spot stay, and the payment of the spot is not touched.
  expect(await made.rowOf(id)).toMatchObject({ live: true, number: 1 });
  expect(await made.query('SELECT refund FROM payment WHERE registration_id = $1', [from])).toEqual([{ refund: null }]);
  expect(await new PostgresRecords(made.postgres).find(id)).toMatchObject({ amount: 4500, payment: 'captured' });
  expect(await made.query(money)).toEqual([{ unpaid: 0, unpaid_ids: null, unseated: 0, unseated_ids: null }]);
  // What was ordered a moment ago is not stuck, and is not ordered again.
  const stuck = await made.query<{ registration_id: string }>(stuckPayments, [600, 100]);
  expect(stuck.map(({ registration_id }) => registration_id)).not.toContain(id);
});

test('a fee in a dispute, or one that could not be charged, is not given back', async () => {
  const { paying } = await offered();
  const [failed, disputed] = [paying(), (await offered()).paying()];
  await pays(failed);
  await settled(idIn(failed), 'failed');
  const refund = (transfer: PaidTransfer) =>
    made.changes.refundTransferFee({ registrationId: idIn(transfer), isDryRun: false });
  expect(await refund(failed)).toEqual({ kind: 'not-paid' });
  await pays(disputed);
  await settled(idIn(disputed), 'captured');
  await made.query(
    `INSERT INTO dispute (id, registration_id, status, reason, amount, currency, refundable, fetched_at)
     VALUES ('dp_fee', $1, 'needs_response', 'fraudulent', $2, 'EUR', false, now())`,
    [idIn(disputed), usualFee],
  );
  expect(await refund(disputed)).toEqual({ kind: 'dispute-open' });
});

test.each(['lost', 'refunded'] as const)(
  'a fee that its runner has back already is not given back: %s',
  async (status) => {
    const transfer = (await offered()).paying();
    await pays(transfer);
    await settled(idIn(transfer), 'captured');
    await made.query(
      `INSERT INTO dispute (id, registration_id, status, reason, amount, currency, refundable, fetched_at)
     VALUES ($3, $1, $4, 'fraudulent', $2, 'EUR', false, now())`,
      [idIn(transfer), usualFee, `dp_${status}`, status],
    );
    const refund = (amount?: number) =>
      made.changes.refundTransferFee({ registrationId: idIn(transfer), amount, isDryRun: false });
    expect(await refund()).toMatchObject({ kind: 'refunded', refund: 0, left: 0, outbox: [] });
    expect(await refund(1)).toEqual({ kind: 'given-back', refunded: usualFee });
  },
);

test('fees of races that are paid, settled, disputed and given back at once stay with the race of their spot', async () => {
  const fees = [700, 1900] as const;
  const sold = await Promise.all([0, 1, 0, 1, 0, 1].map(async (n) => ({ n, ...(await offered(1, fees[n])) })));
  const all = sold.map(({ n, race, paying }) => ({ n, race, amount: fees[n] ?? 0, transfer: paying() }));
  // Each is delivered twice, among those of the other race.
  await Promise.all([...all, ...all.toReversed()].map(({ transfer }) => pays(transfer)));
  await Promise.all(all.map(({ amount, transfer }) => settled(idIn(transfer), 'captured', amount)));

  const [disputed, given, ...others] = all;
  if (!disputed || !given) throw new Error('nobody paid');
  await made.query(
    `INSERT INTO dispute (id, registration_id, status, reason, amount, currency, refundable, fetched_at)
     VALUES ('dp_of_two', $1, 'needs_response', 'fraudulent', $2, 'EUR', false, now())`,
    [idIn(disputed.transfer), disputed.amount],
  );
  const refund = (of: typeof disputed, amount?: number) =>
    made.changes.refundTransferFee({ registrationId: idIn(of.transfer), amount, isDryRun: false });
  const answers = await Promise.all([refund(disputed), refund(given), refund(given)]);
  expect(answers[0]).toEqual({ kind: 'dispute-open' });
  // Never more than this race’s fee, though the other is more than twice as much or less than half.
  expect(
    answers
      .slice(1)
      .map((one) => ('refund' in one ? one.refund : one))
      .sort(),
  ).toEqual([0, given.amount]);
  expect(await refund(given, fees[0] + fees[1])).toEqual({ kind: 'too-much', most: given.amount });

  for (const { race, amount, transfer } of [disputed, given, ...others]) {
    const id = idIn(transfer);
    const orders = await made.query<{ body: object }>(
      `SELECT body FROM outbox WHERE queue = 'payments' AND body ->> 'registrationId' = $1 ORDER BY id`,
      [id],
    );
    const order = { registrationId: id, authorisation: `pi_${id}`, amount, currency: 'EUR' };
    expect(orders.map(({ body }) => body)).toMatchObject([
      { ...order, ...race, action: 'capture' },
      ...(transfer === given.transfer ? [{ ...order, action: 'refund' }] : []),
    ]);
    expect(await made.rowOf(id)).toMatchObject({ live: true, number: 1, state: 'captured' });
    const [booked] = await made.query(
      `SELECT e.race_id, p.amount, p.refund FROM payment p JOIN registration r ON r.id = p.registration_id
       JOIN event e ON e.id = r.event_id WHERE r.id = $1`,
      [id],
    );
    expect(booked).toEqual({ race_id: race.raceId, amount, refund: transfer === given.transfer ? amount : null });
  }
  // The payments of the spots themselves are not touched.
  const paidForSpots = await made.query('SELECT refund FROM payment WHERE registration_id = ANY ($1::uuid[])', [
    sold.map(({ from }) => from),
  ]);
  expect(paidForSpots).toEqual(sold.map(() => ({ refund: null })));
});

type Offered = Awaited<ReturnType<typeof offered>>;
const inRace = ({ raceId }: Offered['race'], change: string) =>
  made.query(`UPDATE race SET ${change} WHERE id = $1`, [raceId]);
