import { canonicalJson } from '../../lambdas/domain/canonical-json';
import { mailMessage, type Order } from '../../lambdas/domain/mail-order';
import { PostgresDisputes } from '../../lambdas/payment/disputes/postgres-disputes';
import { settleDispute } from '../../lambdas/payment/disputes/settle-dispute';
import { openSigner } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { cancelForDirector } from '../../lambdas/registration/change/cancel-for-director';
import { PostgresChanges } from '../../lambdas/registration/change/postgres-changes';
import { SignedTokens } from '../../lambdas/registration/signed-tokens';
import { findingsIn, measure } from '../../lambdas/watch/differences';
import { lateAfterSeconds } from '../../lambdas/watch/figures';
import { PostgresBooks } from '../../lambdas/watch/postgres-books';
import { openPlainWorld } from '../golden/plain-world';
import { makeRace } from '../support/races/race';
import { openBrowser, publish } from './support/runner';

let world: Awaited<ReturnType<typeof openPlainWorld>>;
let races: Readonly<Record<'plain' | 'selling', { readonly raceId: string; readonly eventId: string }>>;
beforeAll(async () => {
  world = await openPlainWorld();
  races = { plain: await aRace(), selling: await aRace({ language: 'en', questions: [club], items: [shirt] }) };
});
afterAll(() => world?.close());

const en = (text: string) => ({ en: text });
const club = { id: 'club', type: 'text', role: 'club', required: true, label: en('Club') };
const shirt = { id: 'shirt', label: en('Shirt'), variants: [{ id: 'm', label: en('M'), price: 2000 }] };
const waiver = { hash: 'w1', accepted: true };
const tokens = new SignedTokens(openSigner(async () => ({ kid: 'k1', k1: 'x'.repeat(40) })));
const fee = 1000;

/** A race in which passing a spot on costs ten euros, with this form if any. */
const aRace = async (form?: object) => {
  const { postgres } = world.database;
  const race = await makeRace(postgres, { spots: 20 });
  await postgres.query(
    `UPDATE race SET transfer_until = now() + interval '1 day', cancel_until = now() + interval '1 day', refund_percent = 80,
       transfer_fee = $2 WHERE id = $1`,
    [race.raceId, fee],
  );
  if (form) await publish(postgres, race.raceId, 1, form);
  return race;
};

let people = 0;
const person = (firstName: string) => ({
  ...{ firstName, lastName: 'Byron', email: `${firstName.toLowerCase()}${people++}@example.com` },
  birthDate: '1990-01-01',
});
const plainly = (firstName: string) => ({ ...person(firstName), gender: 'female', emergencyContact: 'Cy, 1' });

const settle = async () => {
  for (const queue of ['registrations', 'payments', 'settlements']) await world.deliver(queue);
};

/** Ada's spot, which Ada offers to Bea, and how Bea takes it over. */
const offered = async (race: (typeof races)['plain'], hasForm = false) => {
  const send = openBrowser(world);
  const registrationId = uuid7();
  const path = `/api/registrations/${registrationId}`;
  const { hold } = (await send('POST', `/api/races/${race.raceId}/holds`, { registrationId, eventId: race.eventId }))
    .body;
  const confirmationToken = await world.tokenOf('pm_card_visa');
  const said = { registrationId, answers: { club: 'A' }, ...person('Ada'), items: [{ variant: 'm', quantity: 1 }] };
  const quoted = hasForm
    ? (await send('PUT', `${path}/quote`, { hold, form: 1, entry: { people: [said], order: { answers: {} } } })).body
    : undefined;
  const entry = quoted ? { quote: quoted.quote, entry: quoted.entry } : { runner: plainly('Ada') };
  expect((await send('PUT', path, { hold, ...entry, waiver, confirmationToken })).status).toBe(202);
  await settle();
  const transferId = uuid7();
  const recipient = { firstName: 'Bea', email: 'bea@example.com' };
  expect((await send('PUT', `${path}/transfer`, { transferId, recipient }, hold)).status).toBe(202);

  const bea = openBrowser(world);
  const bearer = await tokens.signTransfer(transferId);
  const mine = plainly('Bea');
  const body = hasForm
    ? {
        form: 1,
        entry: {
          people: [{ registrationId: transferId, answers: { club: 'B' }, ...person('Bea') }],
          order: { answers: {} },
        },
        waiver,
      }
    : { runner: mine, waiver };
  const quote = async () => (await bea('POST', `/api/transfers/${transferId}/quote`, body, bearer)).body;
  const pay = async (
    { registrationId: id, quote: transfer, runner }: Record<string, string>,
    card: string,
    more: object = {},
    proof = bearer,
  ) =>
    bea(
      'PUT',
      `/api/registrations/${id}`,
      { transfer, runner, waiver, confirmationToken: await world.tokenOf(card), ...more },
      proof,
    );
  const show = () => bea('GET', `/api/transfers/${transferId}`, undefined, bearer);
  const status = (id: string, link: string) => bea('GET', `/api/registrations/${id}`, undefined, link);
  const takeForNothing = () => bea('PUT', `/api/transfers/${transferId}`, body, bearer);
  return { registrationId, transferId, send, hold, quote, pay, show, status, takeForNothing };
};

const held = async (registrationId: string) => {
  const answer = await fetch(
    `${world.processorUrl}/v1/payment_intents/search?query=${encodeURIComponent(`metadata['registration_id']:'${registrationId}'`)}`,
    { headers: { authorization: 'Bearer sk_of_tests' } },
  );
  const { data } = (await answer.json()) as { data: { status: string; amount: number; amount_received: number }[] };
  return data.map(({ status, amount_received }) => `${status} ${amount_received}`);
};

test('the recipient reads the fee, is declined, asked by their bank, pays it once, and runs', async () => {
  const spot = await offered(races.plain);
  expect((await spot.show()).body).toMatchObject({ status: 'offered', fee: { amount: fee, currency: 'EUR' } });
  expect((await spot.takeForNothing()).body.type).toBe('/problems/page-outdated');

  const quoted = await spot.quote();
  expect(quoted).toMatchObject({ fee, currency: 'EUR', runner: { firstName: 'Bea' } });
  expect((await spot.status(quoted.registrationId, quoted.link)).body.type).toBe('/problems/not-found');
  const declined = await spot.pay(quoted, 'pm_card_chargeDeclinedInsufficientFunds');
  expect([declined.status, declined.body.reason]).toEqual([402, 'insufficient-funds']);
  expect((await spot.show()).body.status).toBe('offered');

  const confirmationToken = await world.tokenOf('pm_card_authenticationRequired');
  const asked = await spot.pay(quoted, '', { confirmationToken });
  expect([asked.status, asked.body.status]).toEqual([200, 'action-required']);
  const { payment: resume, clientSecret: client_secret } = asked.body;
  await fetch(`${world.processorUrl}/v1/payment_intents/${resume}/authenticate`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_of_tests' },
    body: new URLSearchParams({ client_secret, outcome: 'pass' }),
  });
  const paid = () => spot.pay(quoted, '', { confirmationToken, resume });
  expect((await paid()).status).toBe(202);
  // The answer may be lost, and the request sent again.
  expect((await paid()).status).toBe(202);
  await settle();

  expect(await held(quoted.registrationId)).toEqual([`succeeded ${fee}`]);
  const { body } = await spot.status(quoted.registrationId, quoted.link);
  expect(body).toMatchObject({ status: 'confirmed', takenOver: true, amount: 4500, runner: { firstName: 'Bea' } });
  expect((await spot.show()).body).toMatchObject({ status: 'accepted', registrationId: quoted.registrationId });
  const before = await spot.send('GET', `/api/registrations/${spot.registrationId}`, undefined, spot.hold);
  expect(before.body.status).toBe('transferred');
});

test('with a form, what was bought goes with the spot, and the fee is neither given back nor part of its price', async () => {
  const spot = await offered(races.selling, true);
  const quoted = await spot.quote();
  expect((await spot.pay(quoted, 'pm_card_visa')).status).toBe(202);
  await settle();
  const { body } = await spot.status(quoted.registrationId, quoted.link);
  expect(body).toMatchObject({ status: 'confirmed', amount: 6500, runner: { firstName: 'Bea' } });
  expect(body.lines.map(({ kind, amount }: { kind: string; amount: number }) => `${kind} ${amount}`)).toEqual([
    'entry 4500',
    'item 2000',
  ]);
  const cancelled = await spot.send(
    'POST',
    `/api/registrations/${quoted.registrationId}/cancellation`,
    { refund: 5600 },
    quoted.link,
  );
  expect(cancelled.body).toMatchObject({ status: 'cancelled', refund: 5600 });
  await settle();
  expect(await held(quoted.registrationId)).toEqual([`succeeded ${fee}`]);
});

test('a bank that takes the fee back is about the change alone: a director decides, and the price of the spot stays as it is', async () => {
  const { postgres } = world.database;
  const disputes = new PostgresDisputes(postgres);
  const changes = new PostgresChanges({
    ...{ postgres, newId: uuid7, mailMessage: (order: Order) => mailMessage(order, 1), giveToWaiting: async () => [] },
  });
  const cancel = cancelForDirector({
    changes,
    outcomes: { changed: async () => undefined },
    remembered: { ended: async () => undefined },
  });
  const settleAs = settleDispute({ disputes, cancel: (id) => cancel(id, 0) });
  const broken = async () => {
    const books = new PostgresBooks(postgres, lateAfterSeconds);
    const pass = { figures: await books.look(), comparison: await books.compare(), cache: undefined };
    return findingsIn(measure(pass)).filter(({ severity }) => severity === 'broken');
  };

  for (const decision of ['keep', 'cancel'] as const) {
    const spot = await offered(races.plain);
    const quoted = await spot.quote();
    expect((await spot.pay(quoted, 'pm_card_visa')).status).toBe(202);
    await settle();
    const dispute = {
      id: `dp_${decision}`,
      status: 'needs_response',
      reason: 'fraudulent',
      refundable: false,
    } as const;
    const fetchedAt = new Date().toISOString();
    const news = { state: 'disputed', authorisation: 'pi_fee', registrationId: quoted.registrationId } as const;
    await disputes.note([
      { ...news, amount: fee, currency: 'EUR', dispute: { ...dispute, dueBy: '2099-01-01T00:00:00.000Z', fetchedAt } },
    ]);
    expect(await disputes.find(dispute.id)).toMatchObject({
      amount: fee,
      people: [{ registrationId: quoted.registrationId, name: 'Bea Byron', isLive: true }],
    });
    const cancelled = decision === 'cancel' ? [quoted.registrationId] : [];
    expect(await settleAs(dispute.id, decision)).toEqual({ kind: 'settled', cancelled });
    await settle();
    const { body } = await spot.status(quoted.registrationId, quoted.link);
    expect(body.status).toBe(decision === 'keep' ? 'confirmed' : 'cancelled');
    expect(await held(quoted.registrationId)).toEqual([`succeeded ${fee}`]);
    expect(await held(spot.registrationId)).toEqual(['succeeded 4500']);
    expect(await broken()).toEqual([]);
  }
});

test('of two quotes that are paid, one gets the spot, and the other card is let go', async () => {
  const spot = await offered(races.plain);
  const [one, two] = [await spot.quote(), await spot.quote()];
  expect(one.registrationId).not.toBe(two.registrationId);
  for (const quoted of [one, two]) expect((await spot.pay(quoted, 'pm_card_visa')).status).toBe(202);
  await settle();
  expect([await held(one.registrationId), await held(two.registrationId)]).toEqual([
    [`succeeded ${fee}`],
    ['canceled 0'],
  ]);
  expect((await spot.status(two.registrationId, two.link)).body.status).toBe('refused');
});

test('whose link, race, quote or person it is not, they touch no card', async () => {
  const [spot, other] = [await offered(races.plain), await offered(races.selling, true)];
  const [quoted, others] = [await spot.quote(), await other.quote()];
  const typeOf = async (answer: ReturnType<typeof spot.pay>) => (await answer).body.type;
  const link = await tokens.signTransfer(other.transferId);
  expect(await typeOf(spot.pay(quoted, 'pm_card_visa', {}, link))).toBe('/problems/not-yours');
  expect(await typeOf(spot.pay(quoted, 'pm_card_visa', {}, quoted.link))).toBe('/problems/not-yours');
  const mixed = { ...quoted, quote: others.quote };
  expect(await typeOf(spot.pay(mixed, 'pm_card_visa'))).toBe('/problems/quote-invalid');
  expect(await typeOf(spot.pay({ ...quoted, registrationId: uuid7() }, 'pm_card_visa'))).toBe(
    '/problems/quote-invalid',
  );
  const runner = { ...quoted.runner, firstName: 'Mallory' };
  expect(canonicalJson(runner)).not.toBe(canonicalJson(quoted.runner));
  expect(await typeOf(spot.pay({ ...quoted, runner }, 'pm_card_visa'))).toBe('/problems/entry-changed');
  // A quote of an entry, where one of a transfer belongs, and the other way round.
  const entryQuote = await tokens.signQuote({
    ...{ registrationId: quoted.registrationId, holdHash: 'h', entryHash: 'e', form: 1, people: [], total: 1 },
  });
  expect(await typeOf(spot.pay({ ...quoted, quote: entryQuote }, 'pm_card_visa'))).toBe('/problems/quote-invalid');
  for (const { registrationId } of [quoted, others]) expect(await held(registrationId)).toEqual([]);
});

test('ten quotes a day are enough: a link is no place to try cards', async () => {
  const spot = await offered(races.plain);
  const all = [];
  for (let n = 0; n < 11; n++) all.push(await spot.quote());
  expect(all.map(({ type }) => type).filter(Boolean)).toEqual(['/problems/too-many-quotes']);
});
