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
    invoicedTax: undefined,
    documentedUpTo: undefined,
    billTo: null,
    revision: 0,
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
    invoicedTax: vat(0),
    documentedUpTo: 3000,
    billTo: null,
    revision: 0,
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
  offices.sql<{
    number: number;
    kind: string;
    id: string;
    gross: number;
    up_to: number;
    revision: number;
    taxes: Tax[];
    lines: Line[];
  }>(
    `SELECT number, kind, registration_id AS id, gross, up_to, revision, taxes, lines FROM document WHERE seller_id = $1 ORDER BY number`,
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

/** Documents whose store is killed at this statement of its next transaction; 0: never. */
const mortalDocuments = (killedAt = 0) => {
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
  return new PostgresDocuments({ postgres: mortal, newId: uuid7 });
};
const issuer = (killedAt = 0) => {
  const documents = mortalDocuments(killedAt);
  return () => issueDocuments({ documents, now: () => Date.now() })();
};

/** Takes the newest invoice of a payment back: twice at once, as a director who sends the command again. */
const reissue = async (seller: string, id: string, killedAt: number) => {
  const newest = (await documentsOf(seller)).filter((one) => one.id === id && one.kind === 'invoice').at(-1);
  if (!newest) return;
  const documents = [mortalDocuments(killedAt), mortalDocuments()];
  const answers = await Promise.allSettled(
    documents.map((one) => one.reissue(id, `${seller}-${newest.number}`, undefined)),
  );
  const told = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  for (const answer of told) expect(answer).toEqual(told[0]);
};

type Step = 'capture' | 'void' | 'refund' | 'issue' | 'two issuers' | 'reissue' | 'killed reissue' | number;
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<Step>('capture', 'refund') },
    { weight: 2, arbitrary: fc.constantFrom<Step>('void', 'issue', 'two issuers') },
    { weight: 2, arbitrary: fc.constantFrom<Step>('reissue', 'killed reissue') },
    // Killed at this statement.
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 7 }) as fc.Arbitrary<Step> },
  ),
  { minLength: 3, maxLength: 14 },
);

test('P8: numbers have no gap, each payment has one invoice in force, and credit notes are what was refunded or taken back, also when several issue at once, and wherever one is killed', async () => {
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
        } else if (step === 'reissue' || step === 'killed reissue') {
          const [id] = [...refunded.keys()];
          // An issuer runs meanwhile.
          await dueNow(seller);
          if (id) await Promise.allSettled([reissue(seller, id, step === 'reissue' ? 0 : 6), issuer()()]);
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
      const sumOf = (all: readonly { gross: number }[]) => all.reduce((sum, { gross }) => sum + gross, 0);
      const first = documents.filter(({ kind, revision }) => kind === 'invoice' && revision === 0);
      expect(first.map(({ id }) => id).sort()).toEqual([...refunded.keys()].sort());
      expect(first.every(({ gross }) => gross === 7500)).toBe(true);
      for (const [id, amount] of refunded) {
        const own = documents.filter((one) => one.id === id);
        const invoices = own.filter(({ kind }) => kind === 'invoice');
        const notes = own.filter(({ kind }) => kind === 'credit-note');
        const back = notes.filter(({ up_to }) => up_to === 0);
        // What is billed, less what is credited, is what was captured and not refunded.
        expect(sumOf(invoices) - sumOf(notes)).toBe(7500 - amount);
        expect(sumOf(notes.filter(({ up_to }) => up_to > 0))).toBe(amount);
        // Each invoice but the last was taken back once, and replaced by one for the same amount.
        expect(invoices.map(({ revision }) => revision)).toEqual(invoices.map((_, index) => index));
        expect(back.map(({ revision }) => revision)).toEqual(invoices.slice(1).map((_, index) => index));
        expect(back.map(({ gross }) => gross)).toEqual(invoices.slice(1).map(({ gross }) => gross));
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
  expect(await sellers.set({ ...moved, prefix: `${uuid7()}-` })).toBe(false);
  expect(await sellers.set(moved)).toBe(true);
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
  // Until a number is issued, a mistyped prefix may be put right.
  expect(await sellers.set({ ...other, id: seller, prefix: `${uuid7()}-` })).toBe(true);
  expect(await sellers.set(other)).toBe(true);
  expect(await sellers.setTax('city', { seller: newRegistration(), rate: 0, label: '' })).toBe('no-such-seller');
  expect(await sellers.setTax('nowhere', { seller, rate: 0, label: '' })).toBe('no-such-race');
});

test('a credit note has the tax of its invoice, also when the race has another tax or seller by now', async () => {
  const seller = await newSeller();
  const { id } = await offices.runner();
  const { record } = offices.newOffice();
  await record([settlement(id, 'captured')]);
  await dueNow(seller);
  await issuer()();
  const next = await newSeller();
  await sellers.setTax('city', { seller: next, rate: 700, label: 'Reduced VAT' });
  await offices.sql(`UPDATE payment SET wanted = 'refund', refund = 7500 WHERE registration_id = $1`, [id]);
  await record([settlement(id, 'refunded', { amount: 7500 })]);
  await dueNow(seller);
  await dueNow(next);
  await issuer()();
  const all = (await documentsOf(seller)).map(({ kind, taxes }) => [kind, taxes]);
  const taxes = [{ label: 'VAT', rate: 1900, net: 6303, tax: 1197 }];
  expect(all).toEqual([
    ['invoice', taxes],
    ['credit-note', taxes],
  ]);
  expect(await documentsOf(next)).toEqual([]);
});

describe('an invoice that is wrong', () => {
  const documents = () => new PostgresDocuments({ postgres: database.postgres, newId: uuid7 });
  const company = { name: 'Rechenmaschinen GmbH', address: 'Hauptstraße 1', country: 'DE', taxId: null };
  const billed = async (seller: string) => {
    const { id, event } = await offices.runner();
    await offices.newOffice().record([settlement(id, 'captured')]);
    await dueNow(seller);
    await issuer()();
    return { id, event };
  };

  test('is taken back by a credit note and issued again, with another address, in the same numbers', async () => {
    const seller = await newSeller();
    const { id, event } = await billed(seller);
    const answer = await documents().reissue(id, `${seller}-1`, company);
    expect(answer).toEqual({ kind: 'reissued', creditNote: `${seller}-2`, invoice: `${seller}-3` });
    const all = await documents().ofPayment(id);
    expect(all.map(({ number, kind, gross, billTo }) => [number, kind, gross, billTo])).toEqual([
      [`${seller}-3`, 'invoice', 7500, company],
      [`${seller}-2`, 'credit-note', 7500, null],
      [`${seller}-1`, 'invoice', 7500, null],
    ]);
    expect(await offices.audit(event)).toMatchObject([
      {
        actor: 'director',
        action: 'reissued',
        detail: { was: `${seller}-1`, creditNote: `${seller}-2`, invoice: `${seller}-3` },
      },
    ]);
  });

  test('is taken back once, however often the command is sent', async () => {
    const seller = await newSeller();
    const { id } = await billed(seller);
    const again = () => documents().reissue(id, `${seller}-1`, undefined);
    const answers = await Promise.all([again(), again(), again()]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await documentsOf(seller)).toHaveLength(3);
    expect(await documents().reissue(id, `${seller}-3`, undefined)).toMatchObject({ invoice: `${seller}-5` });
  });

  test('is taken back for what was not refunded, with the tax that it had; a later refund is credited as ever', async () => {
    const seller = await newSeller();
    const { id } = await billed(seller);
    const { record } = offices.newOffice();
    await offices.sql(`UPDATE payment SET wanted = 'refund', refund = 2500 WHERE registration_id = $1`, [id]);
    await record([settlement(id, 'refunded', { amount: 2500 })]);
    await sellers.setTax('city', { seller, rate: 700, label: 'Reduced VAT' });
    // The credit note for the refund is not issued yet: it comes first.
    await documents().reissue(id, `${seller}-1`, undefined);
    const all = (await documentsOf(seller)).map(({ kind, gross, up_to, revision, lines }) => [
      kind,
      gross,
      up_to,
      revision,
      lines.map((line) => line.gross),
    ]);
    expect(all).toEqual([
      ['invoice', 7500, 0, 0, [7500]],
      ['credit-note', 2500, 2500, 0, [2500]],
      ['credit-note', 5000, 0, 0, [5000]],
      ['invoice', 5000, 0, 1, [7500, -2500]],
    ]);
    const taxes = await offices.sql<{ rate: number }>(
      `SELECT (taxes -> 0 ->> 'rate')::int AS rate FROM document WHERE seller_id = $1 ORDER BY number`,
      [seller],
    );
    expect(taxes.map(({ rate }) => rate)).toEqual([1900, 1900, 1900, 700]);
    await dueNow(seller);
    expect(await issuer()()).toBe(0);
  });

  test('of a seller who no longer sells is credited in their numbers, and issued in those of the next', async () => {
    const seller = await newSeller();
    const { id } = await billed(seller);
    const next = await newSeller();
    expect(await documents().reissue(id, `${seller}-1`, undefined)).toEqual({
      kind: 'reissued',
      creditNote: `${seller}-2`,
      invoice: `${next}-1`,
    });
  });

  test('is not invented: another number, another payment and money that is all back are refused, and nothing is written', async () => {
    const seller = await newSeller();
    const [{ id }, other] = [await billed(seller), await billed(seller)];
    const { record } = offices.newOffice();
    expect(await documents().reissue(id, `${seller}-9`, company)).toEqual({ kind: 'no-such-invoice' });
    expect(await documents().reissue(other.id, `${seller}-1`, company)).toEqual({ kind: 'no-such-invoice' });
    await offices.sql(`UPDATE payment SET wanted = 'refund', refund = 7500 WHERE registration_id = $1`, [id]);
    await record([settlement(id, 'refunded', { amount: 7500 })]);
    expect(await documents().reissue(id, `${seller}-1`, company)).toEqual({ kind: 'nothing-left' });
    await offices.sql(`UPDATE race SET seller_id = NULL, tax_rate = NULL, tax_label = NULL WHERE id = 'city'`);
    expect(await documents().reissue(other.id, `${seller}-2`, company)).toEqual({ kind: 'not-sold' });
    expect(await offices.sql('SELECT FROM billing WHERE registration_id = ANY ($1)', [[id, other.id]])).toEqual([]);
    expect(await documentsOf(seller)).toHaveLength(2);
  });
});
