import { ourApi } from '../../lambdas/functions/wiring/selling/site-api';
import { payersOfMoves } from '../../lambdas/migrations/0077-payers-of-moves';
import { issueDocuments } from '../../lambdas/payment/documents/issue-documents';
import { PostgresDocuments } from '../../lambdas/payment/documents/postgres-documents';
import { PostgresReceiptRequests, PostgresReceipts } from '../../lambdas/payment/documents/postgres-receipts';
import { PostgresSellers } from '../../lambdas/payment/documents/postgres-sellers';
import { uuid7 } from '../../lambdas/platform/uuid';
import { changeReceipt } from '../../lambdas/registration/receipt/change-receipt';
import { receiptChangeRoutes, receiptRoutes } from '../../lambdas/registration/receipt/routes';
import { showReceipt } from '../../lambdas/registration/receipt/show-receipt';
import { PostgresRecords } from '../../lambdas/registration/show/postgres-records';
import { requestEvent } from '../platform/http/request-event';
import { idOf } from '../support/races/changed-race';
import { openPaidMoves } from '../support/races/paid-moves';
import { submissionFor } from '../support/races/race';
import { sessions } from '../support/session-cookies';

const paidMoves = openPaidMoves();
const { made, move, offered, pays, idIn, settled, addEvent } = paidMoves;

/** The entry was charged before it: documents are numbered in that order. */
const charged = async () => {
  const of = await paidMoves.charged();
  await made.query(`UPDATE payment SET settled_at = now() - interval '1 hour' WHERE registration_id = $1`, [
    of.registrationId,
  ]);
  return of;
};
type Charged = Awaited<ReturnType<typeof charged>>;

/** A request by the link in the mail of a registration. */
const ask = async (id: string, method: 'GET' | 'POST' | 'PUT' = 'GET', sent?: unknown) => {
  const receipts = new PostgresReceipts(made.postgres);
  const tokens = {
    readHold: async () => undefined,
    readLink: async (token: string) => ({ registrationId: token, version: 0 }),
  };
  const requests = new PostgresReceiptRequests(made.postgres);
  const handler = ourApi({
    ...receiptRoutes({ showReceipt: showReceipt({ tokens, receipts }), sessions }),
    ...receiptChangeRoutes({ change: changeReceipt({ tokens, receipts, requests }), sessions }),
  });
  const { statusCode, body = '' } = await handler(
    requestEvent({
      routeKey: `${method} /api/registrations/{registrationId}/${method === 'PUT' ? 'billing' : 'receipt'}`,
      path: { registrationId: id },
      headers: { authorization: `Bearer ${id}`, ...(sent !== undefined && { 'content-type': 'application/json' }) },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    }),
  );
  return { status: statusCode, answer: body && JSON.parse(body) };
};

interface Shown {
  readonly number: string;
  readonly kind: string;
  readonly gross: number;
  readonly card?: string;
  readonly billTo?: { readonly name: string };
  readonly lines: readonly { readonly label: string; readonly gross: number }[];
}
const documentsOf = async (id: string): Promise<readonly Shown[]> => (await ask(id)).answer.documents;
const numbersOf = async (id: string) =>
  (await documentsOf(id)).map(({ number, kind, gross }) => [kind, gross, Number(number.split('-').at(-1))]);

/** Sells the race: invoices are due a day after their capture. */
const sell = async ({ race }: Pick<Charged, 'race'>) => {
  const sellers = new PostgresSellers(made.postgres);
  const id = uuid7();
  await sellers.set({ id, name: 'Club', address: 'Main street 1', country: 'DE', taxId: null, prefix: `${id}-` });
  await sellers.setTax(race.raceId, { seller: id, rate: 1900, label: 'VAT' });
  return id;
};
const runIssuer = () => {
  const documents = new PostgresDocuments({ postgres: made.postgres, newId: uuid7 });
  return issueDocuments({ documents, now: () => Date.now() })();
};
/** A day later. */
const issue = async (seller: string) => {
  await made.query('UPDATE document_due SET due_at = clock_timestamp() WHERE seller_id = $1', [seller]);
  await runIssuer();
};

const passOn = async ({ race }: Pick<Charged, 'race'>, fromId: string, to: string) => {
  const transferId = uuid7();
  await made.changes.offerTransfer(fromId, { transferId, recipient: { firstName: to, email: `${to}@example.com` } });
  const { runner } = submissionFor(race, { id: '', numbers: [0] }, 0, { person: to });
  expect(await made.changes.acceptTransfer(transferId, runner, 'w1')).toMatchObject({ kind: 'accepted' });
  return transferId;
};

const nothing = { status: 404, answer: { type: '/problems/not-found', reason: 'nothing-paid' } };
const company = { name: 'Rechenmaschinen GmbH', address: 'Hauptstraße 1', country: 'DE' };

test('who paid to move to a dearer event reads the invoice of it beside that of the entry, with the card that paid', async () => {
  const of = await charged();
  const seller = await sell(of);
  const card = { brand: 'mastercard', last4: '4444' };
  await made.query('UPDATE payment SET card = $2 WHERE registration_id = $1', [idIn(of.paid), card]);
  await issue(seller);
  const documents = await documentsOf(of.registrationId);
  expect(documents).toMatchObject([
    { kind: 'invoice', gross: 1500, card: 'Mastercard •••• 4444', lines: [{ gross: 1500 }] },
    { kind: 'invoice', gross: 4500, lines: [{ gross: 4500 }] },
  ]);
  expect(documents[0]?.lines[0]?.label).toMatch(/, move$/);
  expect(documents[1]).not.toHaveProperty('card');
});

test('after they passed their spot on they read both and what is given back of them, and whoever has the spot now reads nothing of it', async () => {
  const of = await charged();
  const seller = await sell(of);
  const recipient = await passOn(of, of.registrationId, 'bea');
  await issue(seller);
  const paid = [
    ['invoice', 1500, expect.any(Number)],
    ['invoice', 4500, expect.any(Number)],
  ];
  expect(await numbersOf(of.registrationId)).toEqual(paid);
  expect(await ask(recipient)).toMatchObject(nothing);
  expect(await ask(recipient, 'POST')).toMatchObject(nothing);
  expect(await ask(recipient, 'PUT', company)).toMatchObject(nothing);

  await made.changes.cancel(recipient, 'director', { percent: 100 });
  await settled(idIn(of.paid), 'refunded');
  await issue(seller);
  expect(await numbersOf(of.registrationId)).toEqual([['credit-note', 1500, expect.any(Number)], ...paid]);
  expect(await ask(recipient)).toMatchObject(nothing);
  const numbers = await made.query<{ number: number }>(
    'SELECT number::int AS number FROM document WHERE seller_id = $1 ORDER BY number',
    [seller],
  );
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1));
});

test('whoever has the spot now, and pays to move on, reads the invoice of their own move alone', async () => {
  const of = await charged();
  const seller = await sell(of);
  const recipient = await passOn(of, of.registrationId, 'bea');
  const { eventId } = await addEvent(of.race, { price: 8000 });
  await move({ registrationId: recipient, eventId, difference: 'charge' });
  const [offer] = await made.query<{ id: string }>(
    `SELECT id FROM move_offer WHERE registration_id = $1 AND state = 'open'`,
    [recipient],
  );
  const paying = of.paying({ offerId: offer?.id ?? '', moverId: recipient, eventId, difference: 2000 });
  expect(await pays(paying)).toHaveProperty('moved');
  await settled(idIn(paying), 'captured', 2000);
  await issue(seller);
  expect(await numbersOf(recipient)).toEqual([['invoice', 2000, expect.any(Number)]]);
  expect(await numbersOf(of.registrationId)).toHaveLength(2);
  const records = new PostgresRecords(made.postgres);
  expect(await records.find(recipient)).toMatchObject({ takenOver: true, paidBesides: true });
  // What the version before the migration wrote, it finds out.
  const [update = ''] = payersOfMoves.match(/WITH RECURSIVE[\s\S]*;/) ?? [];
  await made.query('UPDATE move_offer SET paid_by = NULL WHERE registration_id = $1', [recipient]);
  expect(await ask(recipient)).toMatchObject(nothing);
  await made.query(update, []);
  expect((await numbersOf(recipient)).map(([, gross]) => gross)).toEqual([2000]);
  expect((await numbersOf(of.registrationId)).map(([, gross]) => gross)).toEqual([1500, 4500]);
});

test('a member of a group reads the invoice of their own move, and who paid for the group does not', async () => {
  const of = await offered();
  const lead = idOf(of.second);
  await made.query('UPDATE payment SET amount = 9000 WHERE registration_id = $1', [lead]);
  await made.query('UPDATE registration SET share = 4500 WHERE id = ANY ($1)', [[lead, of.registrationId]]);
  await made.query('UPDATE registration SET paid_as = $2 WHERE id = $1', [of.registrationId, lead]);
  await made.query('DELETE FROM payment WHERE registration_id = $1', [of.registrationId]);
  const records = new PostgresRecords(made.postgres);
  expect(await records.find(of.registrationId)).not.toHaveProperty('paidBesides');
  const paid = of.paying();
  await pays(paid);
  expect(await ask(of.registrationId)).toMatchObject({ status: 409, answer: { type: '/problems/still-settling' } });
  await settled(idIn(paid), 'captured');
  await issue(await sell(of));
  expect(await numbersOf(of.registrationId)).toEqual([['invoice', 1500, expect.any(Number)]]);
  expect(await records.find(of.registrationId)).toMatchObject({ paidAs: lead, paidBesides: true });
  const invoice = await documentsOf(lead);
  expect(invoice).toMatchObject([{ gross: 9000, lines: [{ gross: 4500 }, { gross: 4500 }] }]);
});

describe('an invoice names what was paid, though', () => {
  const linesOf = async (id: string) => {
    const [invoice] = (await documentsOf(id)).filter(({ kind }) => kind === 'invoice').slice(-1);
    return [invoice?.gross, invoice?.lines.map(({ gross }) => gross)];
  };

  test('the spot was passed on before it was issued', async () => {
    const of = await charged();
    await passOn(of, of.registrationId, 'bea');
    await issue(await sell(of));
    expect(await linesOf(of.registrationId)).toEqual([4500, [4500]]);
  });

  test('the runner was moved to a cheaper event and got money back before', async () => {
    const of = await charged();
    await made.query('UPDATE price SET amount = 4000 WHERE event_id = $1', [of.race.eventId]);
    expect(await move({ registrationId: of.registrationId, eventId: of.race.eventId })).toMatchObject({ refund: 2000 });
    await issue(await sell(of));
    expect(await linesOf(of.registrationId)).toEqual([4500, [4500]]);
  });
});

describe('before the invoice of a move is issued', () => {
  /** The invoice of the entry is there. */
  const entryIssued = async () => {
    const of = await charged();
    const seller = await sell(of);
    await made.query('UPDATE document_due SET due_at = now() WHERE registration_id = $1', [of.registrationId]);
    await runIssuer();
    return { ...of, seller };
  };

  test('they read when it comes, and have it made at once', async () => {
    const { registrationId } = await entryIssued();
    const { answer } = await ask(registrationId);
    expect([answer.documents.length, Date.parse(answer.dueAt) > Date.now() + 23 * 3_600_000]).toEqual([1, true]);
    expect(await ask(registrationId, 'POST')).toMatchObject({ status: 202, answer: { status: 'requested' } });
    expect(await runIssuer()).toBe(1);
    expect(await numbersOf(registrationId)).toMatchObject([
      ['invoice', 1500, 2],
      ['invoice', 4500, 1],
    ]);
    expect(await ask(registrationId, 'POST')).toMatchObject({ status: 202, answer: { status: 'issued' } });
  });

  test('they say whom it is addressed to, and the invoice of the entry stays as it is', async () => {
    const { registrationId, seller } = await entryIssued();
    expect((await ask(registrationId, 'PUT', company)).status).toBe(204);
    expect((await ask(registrationId)).answer.billing).toEqual(company);
    await issue(seller);
    expect((await documentsOf(registrationId)).map(({ billTo }) => billTo?.name)).toEqual([company.name, undefined]);
    expect((await ask(registrationId, 'PUT', company)).status).toBe(409);
  });

  test('whom the entry is billed to need not be said again', async () => {
    const of = await offered();
    expect((await ask(of.registrationId, 'PUT', company)).status).toBe(204);
    const paid = of.paying();
    await pays(paid);
    await settled(idIn(paid), 'captured');
    const seller = await sell(of);
    expect((await ask(of.registrationId)).answer.billing).toEqual(company);
    await issue(seller);
    expect((await documentsOf(of.registrationId)).map(({ billTo }) => billTo?.name)).toEqual([
      company.name,
      company.name,
    ]);
  });

  test('above 250 euros they are asked whom it is addressed to', async () => {
    const { registrationId, paid } = await entryIssued();
    expect((await ask(registrationId)).answer.asksForBuyer).toBeUndefined();
    await made.query('UPDATE payment SET amount = 25001, captured = 25001 WHERE registration_id = $1', [idIn(paid)]);
    expect((await ask(registrationId)).answer.asksForBuyer).toBe(true);
  });
});

test('the organiser finds who paid in the list of invoices, also after they have passed their spot on', async () => {
  const of = await charged();
  const seller = await sell(of);
  await passOn(of, of.registrationId, 'bea');
  await issue(seller);
  const { documents } = await new PostgresDocuments({ postgres: made.postgres, newId: uuid7 }).ofRace(
    of.race.raceId,
    undefined,
  );
  const name = documents.find(({ registrationId }) => registrationId === of.registrationId)?.name;
  expect(name).not.toBe('');
  expect(documents.filter(({ paidBy }) => paidBy === of.registrationId)).toMatchObject([
    { registrationId: idIn(of.paid), name },
    { registrationId: of.registrationId, name },
  ]);
});

test('the organiser takes the invoice of a move back by the registration that was moved', async () => {
  const of = await charged();
  const seller = await sell(of);
  await issue(seller);
  const [invoice] = await documentsOf(of.registrationId);
  const documents = new PostgresDocuments({ postgres: made.postgres, newId: uuid7 });
  const answer = await documents.reissue(of.registrationId, invoice?.number ?? '', { ...company, taxId: null });
  expect(answer).toMatchObject({ kind: 'reissued' });
  expect((await documentsOf(of.registrationId)).map(({ kind, gross, billTo }) => [kind, gross, billTo?.name])).toEqual([
    ['invoice', 1500, company.name],
    ['credit-note', 1500, undefined],
    ['invoice', 1500, undefined],
    ['invoice', 4500, undefined],
  ]);
  // Nobody takes back an invoice of somebody else.
  expect(await documents.reissue(idOf(of.second), invoice?.number ?? '', undefined)).toEqual({
    kind: 'no-such-invoice',
  });
});
