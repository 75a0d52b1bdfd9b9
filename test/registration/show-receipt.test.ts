import type { Hold } from '../../lambdas/domain/hold';
import { ourApi } from '../../lambdas/functions/wiring/selling/site-api';
import { issueDocuments } from '../../lambdas/payment/documents/issue-documents';
import { PostgresDocuments } from '../../lambdas/payment/documents/postgres-documents';
import { PostgresReceiptRequests, PostgresReceipts } from '../../lambdas/payment/documents/postgres-receipts';
import { PostgresSellers } from '../../lambdas/payment/documents/postgres-sellers';
import { uuid7 } from '../../lambdas/platform/uuid';
import { changeReceipt } from '../../lambdas/registration/receipt/change-receipt';
import { receiptChangeRoutes, receiptRoutes } from '../../lambdas/registration/receipt/routes';
import { showReceipt } from '../../lambdas/registration/receipt/show-receipt';
import { requestEvent } from '../platform/http/request-event';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { paidGroup } from '../support/races/paid-group';
import { aBrowser, sessions } from '../support/session-cookies';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const sql = (text: string, values: readonly unknown[]) => database.postgres.query(text, values);

/** A browser that registered two people, and the tokens that open the registrations. */
const setUp = async (state: 'captured' | 'authorised' = 'captured') => {
  const group = await paidGroup(database.postgres, 2, { state });
  const browser = await aBrowser();
  await sql('UPDATE registration SET session_hash = $2 WHERE id = ANY ($1::uuid[])', [group.ids, browser.hash]);
  const holdIn = (sessionHash: string): Hold => ({ ...group.submission.hold, sessionHash });
  const receipts = new PostgresReceipts(database.postgres);
  const tokens = {
    readHold: async (token: string) => (token.startsWith('hold.') ? holdIn(token.slice(5)) : undefined),
    readLink: async (token: string) =>
      token.startsWith('link.') ? { registrationId: token.slice(5), version: 0 } : undefined,
  };
  const requests = new PostgresReceiptRequests(database.postgres);
  const handler = ourApi({
    ...receiptRoutes({ showReceipt: showReceipt({ tokens, receipts }), sessions }),
    ...receiptChangeRoutes({ change: changeReceipt({ tokens, receipts, requests }), sessions }),
  });
  const ask = async (
    registrationId: string,
    token: string,
    cookies: readonly string[] = [],
    { method = 'GET', end = 'receipt', sent }: { method?: string; end?: string; sent?: unknown } = {},
  ) => {
    const {
      statusCode,
      headers,
      body = '',
    } = await handler(
      requestEvent({
        routeKey: `${method} /api/registrations/{registrationId}/${end}`,
        path: { registrationId },
        headers: {
          authorization: `Bearer ${token}`,
          ...(sent !== undefined && { 'content-type': 'application/json' }),
        },
        cookies: [...cookies],
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
      }),
    );
    return { status: statusCode, cacheControl: headers?.['cache-control'], answer: body && JSON.parse(body) };
  };
  return { group, browser, ask, lead: group.lead, mate: group.ids[1] ?? '' };
};

type World = Awaited<ReturnType<typeof setUp>>;

/** Sells the race of the group: the invoice is due in a day. */
const sell = async ({ group }: World) => {
  const sellers = new PostgresSellers(database.postgres);
  const id = uuid7();
  const about = { name: 'Running Club', address: 'Main street 1', country: 'DE', taxId: null };
  await sellers.set({ ...about, id, prefix: `${id}-` });
  await sellers.setTax(group.race.raceId, { seller: id, rate: 700, label: 'VAT' });
  return id;
};

/** A run of the function that issues documents. */
const runIssuer = () => {
  const documents = new PostgresDocuments({ postgres: database.postgres, newId: uuid7 });
  return issueDocuments({ documents, now: () => Date.now() })();
};

/** The same, and a day later. */
const issue = async (world: World) => {
  const id = await sell(world);
  await sql('UPDATE document_due SET due_at = clock_timestamp() WHERE seller_id = $1', [id]);
  await runIssuer();
  return id;
};

const notYours = { status: 403, answer: { type: '/problems/not-yours' } };

test('the runner who paid reads the invoice, by the link and by the hold in its own session; no cache keeps it', async () => {
  const world = await setUp();
  const seller = await issue(world);
  const card = { brand: 'visa', last4: '4242', wallet: 'apple_pay' };
  await sql('UPDATE payment SET card = $2 WHERE registration_id = $1', [world.lead, card]);
  for (const [token, cookies] of [
    [`link.${world.lead}`, []],
    [`hold.${world.browser.hash}`, world.browser.cookies],
  ] as const) {
    const { status, cacheControl, answer } = await world.ask(world.lead, token, cookies);
    expect([status, cacheControl]).toEqual([200, 'private, no-store']);
    expect(answer).toMatchObject({ registrationId: world.lead, raceId: world.group.race.raceId });
    expect(answer.card).toBe('Visa •••• 4242 (Apple Pay)');
    expect(answer.documents).toEqual([
      {
        number: `${seller}-1`,
        kind: 'invoice',
        issuedAt: expect.any(String),
        seller: { name: 'Running Club', address: 'Main street 1', country: 'DE' },
        lines: [expect.objectContaining({ gross: 4500 }), expect.objectContaining({ gross: 4500 })],
        taxes: [{ label: 'VAT', rate: 700, net: 8411, tax: 589 }],
        gross: 9000,
        currency: 'EUR',
      },
    ]);
    expect(answer.dueAt).toBeUndefined();
  }
});

test('a refund is shown above its invoice', async () => {
  const world = await setUp();
  await sql(
    `UPDATE payment SET refunded = 4500, refund = 4500, wanted = 'refund', state = 'refunded' WHERE registration_id = $1`,
    [world.lead],
  );
  await issue(world);
  const { answer } = await world.ask(world.lead, `link.${world.lead}`);
  expect(answer.documents.map(({ kind, gross }: { kind: string; gross: number }) => [kind, gross])).toEqual([
    ['credit-note', 4500],
    ['invoice', 9000],
  ]);
});

test.each<[string, (world: World) => string]>([
  ['nothing', () => ''],
  ['its id only', ({ lead }) => lead],
  ['the link of another registration', ({ mate }) => `link.${mate}`],
  ['its hold without a session', ({ browser }) => `hold.${browser.hash}`],
])('with %s nobody reads a receipt', async (_, tokenOf) => {
  const world = await setUp();
  const seller = await issue(world);
  const told = await world.ask(world.lead, tokenOf(world));
  expect(told).toMatchObject(notYours);
  expect(JSON.stringify(told)).not.toContain(seller);
});

test('the hold of another session under its id shows nothing, nor does any hold once the spot was passed on', async () => {
  const world = await setUp();
  await issue(world);
  const other = await aBrowser();
  expect(await world.ask(world.lead, `hold.${other.hash}`, other.cookies)).toMatchObject(notYours);
  await sql('UPDATE registration SET session_hash = NULL WHERE id = $1', [world.lead]);
  const { hash, cookies } = world.browser;
  expect(await world.ask(world.lead, `hold.${hash}`, cookies)).toMatchObject(notYours);
  expect((await world.ask(world.lead, `link.${world.lead}`)).status).toBe(200);
});

test('a group has one receipt: for whom somebody else paid, there is none', async () => {
  const world = await setUp();
  await issue(world);
  const told = await world.ask(world.mate, `link.${world.mate}`);
  expect(told).toMatchObject({ status: 404, answer: { type: '/problems/not-found', reason: 'nothing-paid' } });
  expect(told.answer.detail).toContain('The person who paid for a group has the receipt');
});

test('while the card is being charged, the runner is told when to ask again', async () => {
  const { ask, lead } = await setUp('authorised');
  expect(await ask(lead, `link.${lead}`)).toMatchObject({
    status: 409,
    answer: { type: '/problems/still-settling', retryAfter: 30 },
  });
});

test.each(['voided', 'failed'])('there is no receipt of a payment that was %s', async (state) => {
  const { ask, lead } = await setUp();
  await sql(`UPDATE payment SET state = $2, wanted = 'void' WHERE registration_id = $1`, [lead, state]);
  expect(await ask(lead, `link.${lead}`)).toMatchObject({ status: 404, answer: { reason: 'nothing-paid' } });
});

test('nor of what was free', async () => {
  const { ask, lead } = await setUp();
  await sql('UPDATE payment SET amount = 0 WHERE registration_id = $1', [lead]);
  expect(await ask(lead, `link.${lead}`)).toMatchObject({ status: 404, answer: { reason: 'nothing-paid' } });
});

test('before anything is issued, the runner reads when it comes; where nobody sells, that none is due', async () => {
  const world = await setUp();
  const unsold = await world.ask(world.lead, `link.${world.lead}`);
  expect([unsold.status, unsold.answer.documents, unsold.answer.dueAt]).toEqual([200, [], undefined]);
  await issue(world);
  await sql('INSERT INTO document_due SELECT $1, seller_id, now() FROM race WHERE id = $2', [
    world.lead,
    world.group.race.raceId,
  ]);
  expect((await world.ask(world.lead, `link.${world.lead}`)).answer.dueAt).toMatch(/^20.*Z$/);
});

test('a link that is older than its registration is told to come again', async () => {
  const { ask } = await setUp();
  const id = uuid7();
  expect(await ask(id, `link.${id}`)).toMatchObject({ status: 404, answer: { reason: 'not-yet-registered' } });
});

describe('asking for the invoice before its day', () => {
  const post = { method: 'POST' };

  test('lets it leave with the next run, and no other with it', async () => {
    const [early, patient] = [await setUp(), await setUp()];
    await sell(early);
    await sell(patient);
    expect(await runIssuer()).toBe(0);
    const link = `link.${early.lead}`;
    const requested = await early.ask(early.lead, link, [], post);
    expect(requested).toMatchObject({ status: 202, answer: { registrationId: early.lead, status: 'requested' } });
    const { answer } = await early.ask(early.lead, link);
    expect([answer.documents, Date.parse(answer.dueAt) <= Date.now() + 1000]).toEqual([[], true]);
    expect(await runIssuer()).toBe(1);
    expect((await early.ask(early.lead, link)).answer.documents).toHaveLength(1);
    expect((await patient.ask(patient.lead, `link.${patient.lead}`)).answer.documents).toEqual([]);
  });

  test('may be repeated: there is one invoice, and nothing is written again', async () => {
    const world = await setUp();
    await sell(world);
    const dueAt = () =>
      sql('SELECT due_at, xmin::text AS written FROM document_due WHERE registration_id = $1', [world.lead]);
    const request = async () => (await world.ask(world.lead, `link.${world.lead}`, [], post)).answer.status;
    expect(await request()).toBe('requested');
    const first = await dueAt();
    expect(await Promise.all([request(), request()])).toEqual(['requested', 'requested']);
    expect(await dueAt()).toEqual(first);
    expect(await runIssuer()).toBe(1);
    expect(await request()).toBe('issued');
    expect(await runIssuer()).toBe(0);
  });

  test('is for the owner only, and for what was paid to a seller', async () => {
    const world = await setUp();
    const notSold = await world.ask(world.lead, `link.${world.lead}`, [], post);
    expect(notSold).toMatchObject({ status: 404, answer: { reason: 'no-documents' } });
    await sell(world);
    const other = await aBrowser();
    expect(await world.ask(world.lead, `hold.${other.hash}`, other.cookies, post)).toMatchObject(notYours);
    expect(await world.ask(world.lead, `link.${world.mate}`, [], post)).toMatchObject(notYours);
    expect(await world.ask(world.mate, `link.${world.mate}`, [], post)).toMatchObject({ status: 404 });
    expect(await runIssuer()).toBe(0);
    const { hash, cookies } = world.browser;
    expect((await world.ask(world.lead, `hold.${hash}`, cookies, post)).status).toBe(202);
  });
});

describe('whom the invoice is addressed to', () => {
  const company = {
    name: 'Rechenmaschinen GmbH',
    address: 'Hauptstraße 1\n89073 Ulm',
    country: 'DE',
    taxId: 'DE123456789',
  };
  const put = (sent: unknown) => ({ method: 'PUT', end: 'billing', sent });

  test('is what the payer said last, on the receipt and on every document after it', async () => {
    const world = await setUp();
    const seller = await sell(world);
    const link = `link.${world.lead}`;
    const { taxId: _, ...person } = company;
    expect((await world.ask(world.lead, link, [], put(company))).status).toBe(204);
    expect((await world.ask(world.lead, link)).answer.billing).toEqual(company);
    const { hash, cookies } = world.browser;
    expect(await world.ask(world.lead, `hold.${hash}`, cookies, put(person))).toMatchObject({
      status: 204,
      cacheControl: 'private, no-store',
      answer: '',
    });
    expect((await world.ask(world.lead, link)).answer.billing).toEqual(person);
    await world.ask(world.lead, link, [], put(company));
    await sql(
      `UPDATE payment SET refunded = 4500, refund = 4500, wanted = 'refund', state = 'refunded' WHERE registration_id = $1`,
      [world.lead],
    );
    await sql('UPDATE document_due SET due_at = clock_timestamp() WHERE seller_id = $1', [seller]);
    await runIssuer();
    const { documents } = (await world.ask(world.lead, link)).answer;
    expect(documents.map(({ billTo }: { billTo: unknown }) => billTo)).toEqual([company, company]);
  });

  test('stays as it is once a document is issued', async () => {
    const world = await setUp();
    await issue(world);
    const link = `link.${world.lead}`;
    expect(await world.ask(world.lead, link, [], put(company))).toMatchObject({
      status: 409,
      answer: { type: '/problems/document-issued' },
    });
    const { billing, documents } = (await world.ask(world.lead, link)).answer;
    expect([billing, documents[0].billTo]).toEqual([undefined, undefined]);
  });

  test('is on the invoice whenever the runner was told that it is set, also while the invoice is being issued', async () => {
    for (let round = 0; round < 10; round++) {
      const world = await setUp();
      const seller = await sell(world);
      await sql('UPDATE document_due SET due_at = clock_timestamp() WHERE seller_id = $1', [seller]);
      const link = `link.${world.lead}`;
      const [told] = await Promise.all([world.ask(world.lead, link, [], put(company)), runIssuer()]);
      const [invoice] = (await world.ask(world.lead, link)).answer.documents;
      expect([told.status, invoice.billTo]).toEqual(told.status === 204 ? [204, company] : [409, undefined]);
    }
  });

  test('is said by the owner only, and only where somebody paid', async () => {
    const world = await setUp();
    await sell(world);
    const other = await aBrowser();
    expect(await world.ask(world.lead, `hold.${other.hash}`, other.cookies, put(company))).toMatchObject(notYours);
    expect(await world.ask(world.lead, world.lead, [], put(company))).toMatchObject(notYours);
    expect(await world.ask(world.mate, `link.${world.mate}`, [], put(company))).toMatchObject({ status: 404 });
    expect((await world.ask(world.lead, `link.${world.lead}`)).answer.billing).toBeUndefined();
    const settling = await setUp('authorised');
    expect((await settling.ask(settling.lead, `link.${settling.lead}`, [], put(company))).status).toBe(409);
  });

  test('is stored composed, trimmed and without empty lines, in any script', async () => {
    const world = await setUp();
    const sent = { name: ' Zoe\u0308  GmbH ', address: ' שדרות רוטשילד 1 \r\n\r\n  תל אביב ', country: 'IL' };
    await world.ask(world.lead, `link.${world.lead}`, [], put(sent));
    expect((await world.ask(world.lead, `link.${world.lead}`)).answer.billing).toEqual({
      name: 'Zo\u00eb GmbH',
      address: 'שדרות רוטשילד 1\nתל אביב',
      country: 'IL',
    });
  });

  test.each([
    ['EUR', 25_000, undefined],
    ['EUR', 25_001, true],
    ['JPY', 25_000, undefined],
    ['JPY', 25_001, true],
    ['HUF', 8_750_000, undefined],
    ['HUF', 8_750_001, true],
  ])('is asked for where more than about 250 euros were paid: %s %d', async (currency, amount, asks) => {
    const world = await setUp();
    await sell(world);
    await sql('UPDATE payment SET amount = $2, currency = $3 WHERE registration_id = $1', [
      world.lead,
      amount,
      currency,
    ]);
    const link = `link.${world.lead}`;
    expect((await world.ask(world.lead, link)).answer.asksForBuyer).toBe(asks);
    await world.ask(world.lead, link, [], put(company));
    expect((await world.ask(world.lead, link)).answer.asksForBuyer).toBeUndefined();
  });

  test.each<[string, object, string]>([
    ['a tax number of 200 characters', { taxId: '1'.repeat(200) }, 'taxId'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['an address of 301 characters', { address: 'x'.repeat(301) }, 'address'],
    ['an address of empty lines', { address: ' \n \n' }, 'address'],
    ['a direction that would reach over what follows', { name: 'ab\u202ecd' }, 'name'],
    ['an annotation between lines', { address: 'a\ufff9b' }, 'address'],
    ['tags that nobody sees', { name: 'ab\u{e0041}' }, 'name'],
    ['a control character between lines', { address: 'a\n\u0007b' }, 'address'],
    ['a country that is none', { country: 'XX' }, 'country'],
    ['a field that nobody knows', { email: 'ada@example.com' }, 'email'],
  ])('%s is refused, and the field is named', async (_, wrong, field) => {
    const world = await setUp();
    const { status, answer } = await world.ask(world.lead, `link.${world.lead}`, [], put({ ...company, ...wrong }));
    expect([status, answer.errors.map((error: { field: string }) => error.field)]).toEqual([422, [field]]);
  });
});
