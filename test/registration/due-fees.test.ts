import pg from 'pg';
import { PostgresMailRecords } from '../../lambdas/mail/letters/postgres-mail-records';
import { PostgresPersonRecords } from '../../lambdas/participants/postgres-person-records';
import { PostgresDisputes } from '../../lambdas/payment/disputes/postgres-disputes';
import { issueDocuments } from '../../lambdas/payment/documents/issue-documents';
import { PostgresDocuments } from '../../lambdas/payment/documents/postgres-documents';
import { PostgresReceipts } from '../../lambdas/payment/documents/postgres-receipts';
import { PostgresSellers } from '../../lambdas/payment/documents/postgres-sellers';
import { PostgresUnpaidCharges } from '../../lambdas/payment/unpaid/postgres-unpaid-charges';
import { uuid7 } from '../../lambdas/platform/uuid';
import { findDueFee } from '../../lambdas/registration/change/transfer/postgres-due-fees';
import { PostgresRecords } from '../../lambdas/registration/show/postgres-records';
import { stuckPayments } from '../../lambdas/watch/books-sql';
import { chargesUnpaid } from '../../lambdas/watch/charges-sql';
import { readRaces } from '../../local/status/race-figures';
import { untilOneWaits } from '../support/postgres/lock-waiters';
import { pausing } from '../support/postgres/pausing';
import { idOf } from '../support/races/changed-race';
import { openPaidMoves } from '../support/races/paid-moves';
import { submissionFor } from '../support/races/race';
import { registrationsOn } from '../support/races/registrations';

const moves = openPaidMoves();
const { made, pays, idIn, ordersOf, settled, seatOf, refundsOf, expectBooksInOrder } = moves;
const fee = 1000;

const unpaid = () => new PostgresUnpaidCharges(made.postgres);
const statusOf = (id: string) => new PostgresRecords(made.postgres).find(id);
const ringing = async () => (await made.query<{ samples: string[] | null }>(chargesUnpaid))[0]?.samples ?? [];

/** Bea took a spot over, and the bank refuses the capture of the fee. */
const takenOver = async () => {
  const { race, first } = await made.paidRace(1);
  await made.query('UPDATE race SET transfer_fee = $2 WHERE id = $1', [race.raceId, fee]);
  const [transferId, registrationId] = [uuid7(), uuid7()];
  await made.changes.offerTransfer(idOf(first), {
    transferId,
    recipient: { firstName: 'Bea', email: 'bea@example.com' },
  });
  await registrationsOn(made.postgres).transfer({
    quote: {
      ...{ transferId, registrationId, ...race, fee, runnerHash: 'h', waiverHash: 'w1' },
      ...{ currency: 'EUR', expiresAt: Date.now() + 60_000 },
    },
    runner: submissionFor(race, { id: '', numbers: [0] }, 0, { person: 'bea' }).runner,
    authorisation: `pi_${registrationId}`,
    submittedAt: new Date().toISOString(),
  });
  await settled(registrationId, 'failed', fee);
  const paying = (changes: Partial<Parameters<typeof pays>[0]['quote']> = {}) => {
    const id = uuid7();
    const quote = { offerId: transferId, moverId: registrationId, registrationId: id, ...race, isFee: true as const };
    return {
      quote: { ...quote, difference: fee, currency: 'EUR', expiresAt: Date.now() + 60_000, ...changes },
      authorisation: `pi_${id}`,
      submittedAt: new Date().toISOString(),
    };
  };
  return { race, from: idOf(first), transferId, registrationId, paying };
};

/** And they have paid it once more. */
const paidAgain = async () => {
  const of = await takenOver();
  const paid = of.paying();
  await pays(paid);
  await settled(idIn(paid), 'captured', fee);
  return { ...of, paid: idIn(paid) };
};

afterEach(() => made.query(`UPDATE payment SET unpaid = NULL WHERE unpaid = 'due'`));

test('a fee that could not be charged is paid once more from the page of the registration, and rings no more', async () => {
  const { race, from, transferId, registrationId, paying } = await takenOver();
  expect(await ringing()).toEqual([registrationId]);
  expect(await statusOf(registrationId)).toMatchObject({ unpaid: fee, due: { offerId: transferId, amount: fee } });
  expect(await made.changes.findTransfer(transferId)).toMatchObject({
    ...{ state: 'accepted', registrationId, isUnpaid: true },
    due: { amount: fee, currency: 'EUR' },
  });
  const paid = paying();
  expect(await pays(paid)).toMatchObject({ moved: { registrationId, paidAs: registrationId } });
  expect(await ordersOf(idIn(paid))).toEqual(['capture 1000']);
  expect([await ringing(), await findDueFee(made.postgres, transferId)]).toEqual([[], undefined]);
  expect(await made.changes.findTransfer(transferId)).not.toHaveProperty('isUnpaid');
  await settled(idIn(paid), 'captured', fee);
  const found = await statusOf(registrationId);
  // The fee is no part of what the spot costs.
  expect(found).toMatchObject({ amount: 4500, payment: 'captured', takenOver: true, paidBesides: true });
  expect(found).not.toHaveProperty('unpaid');
  expect((await made.deedsOn(race)).at(-1)).toBe('runner transfer-fee-paid-again');
  await expectBooksInOrder(race);
  const page = await new PostgresPersonRecords(made.postgres).find(race.raceId, registrationId);
  expect(page?.transferFee).toMatchObject({ amount: fee, state: 'captured' });
  const pool = new pg.Pool({ connectionString: made.superuserUrl, max: 1 });
  const figures = (await readRaces(pool)).find(({ raceId }) => raceId === race.raceId);
  await pool.end();
  expect(figures).toMatchObject({ unearned: 0, unpaid: 0, registered: 1 });
  expect(await made.changes.cancel(registrationId, 'director', { percent: 100 })).toMatchObject({ refund: 4500 });
  expect([await refundsOf(from), await refundsOf(idIn(paid))]).toEqual([[4500], []]);
});

test('paid in two tabs, and delivered twice, it is charged once', async () => {
  const { race, paying } = await takenOver();
  const [one, other] = [paying(), paying()];
  const recorded = await Promise.all([pays(one), pays(other), pays(one)]);
  expect(recorded.filter(({ moved }) => moved)).toHaveLength(1);
  expect([await ordersOf(idIn(one)), await ordersOf(idIn(other))].flat().sort()).toEqual(['capture 1000', 'void 1000']);
  await expectBooksInOrder(race);
});

test('refused by the bank once more, it rings again, and can be paid again', async () => {
  const { race, transferId, registrationId, paying } = await takenOver();
  const paid = paying();
  await pays(paid);
  const { changed } = await settled(idIn(paid), 'failed', fee);
  expect(changed).toEqual([{ registrationId: idIn(paid), state: 'failed' }]);
  expect(await seatOf(registrationId)).toMatchObject({ live: true });
  expect(await ringing()).toEqual([registrationId]);
  expect((await made.deedsOn(race)).at(-1)).toBe('system transfer-fee-failed');
  expect(await findDueFee(made.postgres, transferId)).toMatchObject({ runnerId: registrationId, amount: fee });
  const next = paying();
  await pays(next);
  expect(await ordersOf(idIn(next))).toEqual(['capture 1000']);
  expect(await ringing()).toEqual([]);
});

test.each<[string, (of: Awaited<ReturnType<typeof takenOver>>) => Promise<unknown>]>([
  ['a director has decided', ({ registrationId }) => unpaid().settle(registrationId, 'waived')],
  ['they gave the spot back', ({ registrationId }) => made.changes.cancel(registrationId, 'runner')],
  [
    'a bank looks at the payment of the spot',
    ({ from }) =>
      made.query(
        `INSERT INTO dispute (id, registration_id, status, reason, amount, currency, refundable, fetched_at)
         VALUES ('dp_due_fee', $1, 'needs_response', 'fraudulent', 4500, 'EUR', false, now())`,
        [from],
      ),
  ],
  [
    'the race was cancelled',
    ({ race }) => made.query('UPDATE race SET cancelled_at = now() WHERE id = $1', [race.raceId]),
  ],
])('after %s, the card is let go, and no link offers it', async (_, happens) => {
  const { transferId, registrationId, paying, ...of } = await takenOver();
  const paid = paying();
  await happens({ transferId, registrationId, paying, ...of });
  expect(await findDueFee(made.postgres, transferId)).toBeUndefined();
  expect(await statusOf(registrationId)).not.toHaveProperty('due');
  expect(await pays(paid)).not.toHaveProperty('moved');
  expect(await ordersOf(idIn(paid))).toEqual(['void 1000']);
});

test('quoted for another amount, another runner or another transfer: the card is let go', async () => {
  const { paying } = await takenOver();
  const other = await takenOver();
  for (const paid of [
    paying({ difference: 100 }),
    paying({ moverId: other.registrationId }),
    paying({ offerId: other.transferId }),
  ]) {
    expect(await pays(paid)).not.toHaveProperty('moved');
    expect(await ordersOf(idIn(paid))).toEqual([`void ${paid.quote.difference}`]);
  }
});

test('while a director decides, the payment waits, and is let go', async () => {
  const { registrationId, paying } = await takenOver();
  const paid = paying();
  let payment: Promise<unknown> | undefined;
  const deciding = pausing(made.postgres, async () => {
    payment = pays(paid);
    await untilOneWaits(made.postgres);
  });
  await new PostgresUnpaidCharges(deciding).settle(registrationId, 'paid');
  await payment;
  expect(await ordersOf(idIn(paid))).toEqual(['void 1000']);
});

test('a director gives back the payment that paid, in parts and never more, and it is not reported as stuck', async () => {
  const { race, registrationId, paid } = await paidAgain();
  const refund = (amount?: number) => made.changes.refundTransferFee({ registrationId, amount, isDryRun: false });
  const both = await Promise.all([refund(400), refund(400)]);
  expect(both.map((one) => 'refund' in one && one.refund).sort()).toEqual([0, 400]);
  expect([await refundsOf(paid), await refundsOf(registrationId)]).toEqual([[400], []]);
  const stuck = await made.query<{ registration_id: string }>(stuckPayments, [600, 100]);
  expect(stuck.map(({ registration_id }) => registration_id)).not.toContain(paid);
  await settled(paid, 'refunded', 400);
  expect(await refund()).toMatchObject({ kind: 'refunded', refund: 600, left: 0 });
  expect(await refund(1001)).toEqual({ kind: 'too-much', most: fee });
  await expectBooksInOrder(race);
});

test('it has an invoice as a transfer fee, on the receipt of who paid it, with their address, and in the list of the race', async () => {
  const { race, registrationId, paid } = await paidAgain();
  const sellers = new PostgresSellers(made.postgres);
  const seller = uuid7();
  await sellers.set({
    id: seller,
    name: 'Club',
    address: 'Street 1',
    country: 'DE',
    taxId: null,
    prefix: `${seller}-`,
  });
  await sellers.setTax(race.raceId, { seller, rate: 1900, label: 'VAT' });
  await made.query(
    `INSERT INTO billing (registration_id, name, address, country) VALUES ($1, 'Works', 'Street 2', 'DE')`,
    [registrationId],
  );
  const receipts = new PostgresReceipts(made.postgres);
  expect((await receipts.find(registrationId))?.payments.map((one) => one.registrationId)).toContain(paid);
  // Whoever has the mail of the offer may have paid it, and has the link of the payment. It does not open the address of the runner.
  expect(await receipts.find(paid)).toBeUndefined();
  await made.query('UPDATE document_due SET due_at = clock_timestamp() WHERE seller_id = $1', [seller]);
  const documents = new PostgresDocuments({ postgres: made.postgres, newId: uuid7 });
  await issueDocuments({ documents, now: () => Date.now() })();
  const [invoice] = await receipts.documentsOf([paid]);
  expect(invoice).toMatchObject({ gross: fee, billTo: { name: 'Works' } });
  expect(invoice?.lines[0]?.label).toMatch(/, transfer fee$/);
  const listed = (await documents.ofRace(race.raceId, undefined)).documents.find((one) => one.registrationId === paid);
  expect(listed).toMatchObject({ paidBy: registrationId, gross: fee });
});

test('a dispute of it is about whoever took the spot over, and a mail says what is due', async () => {
  const { registrationId, paid } = await paidAgain();
  await made.query(
    `INSERT INTO dispute (id, registration_id, status, reason, amount, currency, refundable, fetched_at)
     VALUES ('dp_fee_again', $1, 'needs_response', 'fraudulent', $2, 'EUR', false, now())`,
    [paid, fee],
  );
  const found = await new PostgresDisputes(made.postgres).find('dp_fee_again');
  expect(found?.people).toMatchObject([{ registrationId, isLive: true }]);

  const other = await takenOver();
  const mailed = await new PostgresMailRecords(made.postgres).ofAddress('bea@example.com');
  const due = new Map(mailed.map((one) => [one.registrationId, one.due]));
  expect(due.get(other.registrationId)).toEqual({ amount: fee, currency: 'EUR' });
});
