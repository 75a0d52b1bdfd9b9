import fc from 'fast-check';
import { draftsFor, taxOf } from '../../lambdas/payment/documents/document';
import { issueDocuments } from '../../lambdas/payment/documents/issue-documents';
import { PostgresDocuments } from '../../lambdas/payment/documents/postgres-documents';
import { PostgresSellers } from '../../lambdas/payment/documents/postgres-sellers';
import type { Postgres } from '../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { paidGroup } from '../support/races/paid-group';
import { type Offices, openOffices, settlement } from './support/office';
import { newRegistration } from './support/shop';

let database: FreshDatabase;
let offices: Offices;
let sellers: PostgresSellers;
beforeAll(async () => {
  database = await freshDatabase();
  offices = await openOffices(database.postgres);
  sellers = new PostgresSellers(database.postgres);
});
afterAll(() => database.close());

const vat = (rate: number) => ({ label: 'VAT', rate });

describe('the tax in a price', () => {
  test.each([
    [11_900, 1900, 1900],
    [7500, 700, 491],
    [100, 0, 0],
    [1, 1900, 0],
    [3, 2000, 1],
    [2_147_483_647, 5000, 715_827_882],
  ])('of %i at %i basis points is %i', (gross, rate, tax) =>
    expect(taxOf(gross, vat(rate))).toEqual({ label: 'VAT', rate, net: gross - tax, tax }),
  );

  test('is half a unit away from the exact one at most, and half a unit is rounded up', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.integer({ min: 0, max: 5000 }), (gross, rate) => {
        const { net, tax } = taxOf(gross, vat(rate));
        expect(net + tax).toBe(gross);
        const above = BigInt(2 * tax - 1) * BigInt(10_000 + rate);
        const exact = 2n * BigInt(gross) * BigInt(rate);
        const below = BigInt(2 * tax + 1) * BigInt(10_000 + rate);
        expect(above <= exact && exact < below).toBe(true);
      }),
    ));
});

test('a payment that was refunded before its invoice gets both documents, in this order', () => {
  const drafts = draftsFor({
    registrationId: 'r',
    amount: 7500,
    refunded: 5000,
    currency: 'EUR',
    lines: [{ label: 'City run, 10 km', gross: 7500 }],
    tax: vat(1900),
    documentedUpTo: undefined,
    refundLabel: 'City run',
  });
  expect(drafts.map(({ kind, gross, upTo }) => [kind, gross, upTo])).toEqual([
    ['invoice', 7500, 0],
    ['credit-note', 5000, 5000],
  ]);
});

test('a later refund gets a credit note for the rest only', () => {
  const payment = {
    registrationId: 'r',
    amount: 9000,
    refunded: 5000,
    currency: 'EUR',
    lines: [{ label: 'City run, 10 km', gross: 9000 }],
    tax: vat(0),
    documentedUpTo: 3000,
    refundLabel: 'City run',
  };
  expect(draftsFor(payment).map(({ kind, gross, upTo }) => [kind, gross, upTo])).toEqual([['credit-note', 2000, 5000]]);
  expect(draftsFor({ ...payment, documentedUpTo: 5000 })).toEqual([]);
});

/** A seller of their own, who sells the race of the offices. */
const newSeller = async () => {
  const id = uuid7();
  const seller = { id, name: 'Running Club', address: 'Main street 1', country: 'DE', taxId: null, prefix: `${id}-` };
  expect(await sellers.set(seller)).toBe(true);
  expect(await sellers.setTax('city', { seller: id, rate: 1900, label: 'VAT' })).toBe('set');
  return id;
};

const dueNow = (seller: string) =>
  offices.sql(`UPDATE document_due SET due_at = clock_timestamp() - interval '1 second' WHERE seller_id = $1`, [
    seller,
  ]);

const documentsOf = (seller: string) =>
  offices.sql<{ number: number; kind: string; id: string; gross: number; up_to: number; taxes: Tax[]; lines: Line[] }>(
    `SELECT number, kind, registration_id AS id, gross, up_to, taxes, lines FROM document WHERE seller_id = $1 ORDER BY number`,
    [seller],
  );
interface Tax {
  readonly net: number;
  readonly tax: number;
}
interface Line {
  readonly label: string;
  readonly gross: number;
}

/** An issuer that is killed at this statement of its next transaction; 0: never. */
const issuer = (killedAt = 0) => {
  const { postgres } = database;
  let left = killedAt;
  const mortal: Postgres = {
    ...postgres,
    query: (text, values) => postgres.query(text, values),
    transaction: (work, options) =>
      postgres.transaction(
        (sql) =>
          work({
            query: (text, values) => {
              left -= 1;
              if (left === 0) throw new Error('killed');
              return sql.query(text, values);
            },
          }),
        options,
      ),
  };
  const documents = new PostgresDocuments({ postgres: mortal, newId: uuid7 });
  return () => issueDocuments({ documents, now: () => Date.now() })();
};

type Step = 'capture' | 'void' | 'refund' | 'issue' | 'two issuers' | number;
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<Step>('capture', 'refund') },
    { weight: 2, arbitrary: fc.constantFrom<Step>('void', 'issue', 'two issuers') },
    // Killed at this statement.
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 7 }) as fc.Arbitrary<Step> },
  ),
  { minLength: 3, maxLength: 14 },
);

test('P8: numbers have no gap, each payment has one invoice, and credit notes are what was refunded, whoever issues at once and wherever it is killed', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const seller = await newSeller();
      const { record } = offices.newOffice();
      const refunded = new Map<string, number>();
      for (const step of history) {
        if (step === 'capture' || step === 'void') {
          const { id } = await offices.runner({ wanted: step });
          await record([settlement(id, step === 'capture' ? 'captured' : 'voided')]);
          if (step === 'capture') refunded.set(id, 0);
        } else if (step === 'refund') {
          const [id] = [...refunded].find(([, amount]) => amount === 0) ?? [];
          if (!id) continue;
          await offices.sql(`UPDATE payment SET wanted = 'refund', refund = 5000 WHERE registration_id = $1`, [id]);
          await record([settlement(id, 'refunded', { amount: 5000 })]);
          refunded.set(id, 5000);
        } else {
          await dueNow(seller);
          const issuers = step === 'two issuers' ? [issuer(), issuer()] : [issuer(step === 'issue' ? 0 : step)];
          await Promise.allSettled(issuers.map((issue) => issue()));
        }
      }
      await dueNow(seller);
      await issuer()();

      const documents = await documentsOf(seller);
      expect(documents.map(({ number }) => number)).toEqual(documents.map((_, index) => index + 1));
      for (const { gross, taxes, lines } of documents) {
        expect(taxes.reduce((sum, { net, tax }) => sum + net + tax, 0)).toBe(gross);
        expect(lines.reduce((sum, line) => sum + line.gross, 0)).toBe(gross);
      }
      const invoices = documents.filter(({ kind }) => kind === 'invoice');
      expect(invoices.map(({ id }) => id).sort()).toEqual([...refunded.keys()].sort());
      expect(invoices.every(({ gross }) => gross === 7500)).toBe(true);
      for (const [id, amount] of refunded) {
        const notes = documents.filter((one) => one.id === id && one.kind === 'credit-note');
        expect(notes.reduce((sum, { gross }) => sum + gross, 0)).toBe(amount);
      }
      expect(await issuer()()).toBe(0);
    }),
    { numRuns: 30 },
  );
}, 120_000);

test('an invoice waits for a day, so that a mistake is refunded without two documents', async () => {
  const seller = await newSeller();
  const { id } = await offices.runner();
  await offices.newOffice().record([settlement(id, 'captured')]);
  expect(await issuer()()).toBe(0);
  const [due] = await offices.sql<{ hours: number }>(
    `SELECT extract(epoch FROM due_at - clock_timestamp()) / 3600 AS hours FROM document_due WHERE seller_id = $1`,
    [seller],
  );
  expect(due?.hours).toBeCloseTo(24, 1);
});

test('a payment for a group has a line for each runner', async () => {
  const seller = await newSeller();
  const group = await paidGroup(database.postgres, 3);
  await sellers.setTax(group.race.raceId, { seller, rate: 700, label: 'VAT' });
  await dueNow(seller);
  await issuer()();
  const [invoice] = await documentsOf(seller);
  expect(invoice?.lines).toHaveLength(3);
  expect(invoice?.lines.reduce((sum, { gross }) => sum + gross, 0)).toBe(invoice?.gross);
});

test('what was captured before a director named the seller gets its documents, too', async () => {
  await offices.sql(`UPDATE race SET seller_id = NULL, tax_rate = NULL, tax_label = NULL WHERE id = 'city'`);
  const { id } = await offices.runner();
  await offices.newOffice().record([settlement(id, 'captured')]);
  const seller = await newSeller();
  await dueNow(seller);
  await issuer()();
  expect((await documentsOf(seller)).map((one) => one.id)).toContain(id);
});

test('a document keeps what it says when the seller moves, and nothing changes or deletes it', async () => {
  const seller = await newSeller();
  const { id } = await offices.runner();
  await offices.newOffice().record([settlement(id, 'captured')]);
  await dueNow(seller);
  await issuer()();
  const moved = {
    id: seller,
    name: 'Running Club',
    address: 'New street 2',
    country: 'DE',
    taxId: 'DE1',
    prefix: `${seller}-`,
  };
  await sellers.set(moved);
  const documents = new PostgresDocuments({ postgres: database.postgres, newId: uuid7 });
  const [invoice] = await documents.ofPayment(id);
  expect(invoice).toMatchObject({
    number: `${seller}-1`,
    kind: 'invoice',
    seller: { address: 'Main street 1', taxId: null },
    gross: 7500,
    currency: 'EUR',
  });
  for (const change of ['UPDATE document SET gross = 1', 'DELETE FROM document'])
    await expect(offices.sql(change)).rejects.toThrow('permission denied');
});

test('two sellers never write the same number, and a race needs a seller that exists', async () => {
  const seller = await newSeller();
  const other = { id: uuid7(), name: 'Other', address: 'x', country: 'DE', taxId: null, prefix: `${seller}-` };
  expect(await sellers.set(other)).toBe(false);
  expect(await sellers.setTax('city', { seller: newRegistration(), rate: 0, label: '' })).toBe('no-such-seller');
  expect(await sellers.setTax('nowhere', { seller, rate: 0, label: '' })).toBe('no-such-race');
});
