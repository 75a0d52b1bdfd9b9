import { PostgresCodeRegister } from '../../lambdas/codes/postgres-codes';
import { openCodeCommands } from '../../lambdas/functions/wiring/selling/codes';
import { makeOffer } from '../../lambdas/ledger/postgres-move-offers';
import { PostgresMailRecords } from '../../lambdas/mail/letters/postgres-mail-records';
import { uuid7 } from '../../lambdas/platform/uuid';
import { writeOne } from '../mail/write-one';
import { askUntil, openBrowser } from '../quote/support/runner';
import { directing } from '../support/directing';
import { lockWaiters } from '../support/postgres/lock-waiters';
import type { MadeRace } from '../support/races/race';
import { until } from '../support/until';
import { type Deferring, deferralsOf, linesOf, openDeferring, tokens } from './support/deferring';

let { world, sql, holding, registered, refundEntry, somebody } = {} as Deferring;
let first: MadeRace;
let later: MadeRace;
let worthWhatWasPaid: MadeRace;
let elsewhere: MadeRace;
let dear: MadeRace;
beforeAll(async () => {
  const opened = await openDeferring();
  ({ world, sql, holding, registered, refundEntry, somebody } = opened);
  const { aRace } = opened;
  first = await aRace('Mill Runs');
  later = await aRace('Mill Runs');
  worthWhatWasPaid = await aRace('Mill Runs', 'paid');
  elsewhere = await aRace('Harbour Runs');
  dear = await aRace('Mill Runs');
  await sql().query('UPDATE price SET amount = 6000 WHERE event_id = $1', [dear.eventId]);
});
afterAll(() => world?.close());

const rowOf = async (id: string) => {
  const [row] = await sql().query<{ live: boolean; spot: number | null; refund: number | null; wanted: string }>(
    `SELECT r.live, r.spot, r.refund, p.wanted FROM registration r JOIN payment p ON p.registration_id = r.id WHERE r.id = $1`,
    [id],
  );
  return row;
};
const freeUnits = async ({ raceId }: MadeRace) =>
  (
    await sql().query(
      `SELECT FROM unit u JOIN pool p ON p.id = u.pool_id AND p.kind = 'item' WHERE p.race_id = $1 AND u.block IS NULL`,
      [raceId],
    )
  ).length;

test('a runner who defers gives back the spot and what was limited, gets no money, and is told the code by mail', async () => {
  const runner = await registered(first, undefined, {
    items: [{ variant: 'cap', quantity: 1 }],
    donation: { cause: 'trees', amount: 500 },
  });
  expect(await freeUnits(first)).toBe(0);
  expect((await runner.look()).body).toMatchObject({
    status: 'offered',
    worth: 'entry',
    fee: 500,
    series: 'Mill Runs',
  });
  const wrong = await runner.defer({ worth: 'entry', fee: 0 });
  expect([wrong.status, wrong.body.type, wrong.body.terms]).toEqual([
    409,
    '/problems/terms-changed',
    { worth: 'entry', fee: 500 },
  ]);
  expect(await rowOf(runner.registrationId)).toMatchObject({ live: true });

  const { sent } = await world.watch(async () => {
    const done = await runner.defer();
    expect([done.status, done.body.status]).toEqual([200, 'deferred']);
  });
  expect(sent.filter((one) => one.includes('\\"template\\":\\"deferred\\"'))).toHaveLength(1);
  expect(await rowOf(runner.registrationId)).toEqual({ live: false, spot: null, refund: null, wanted: 'capture' });
  expect(await freeUnits(first)).toBe(1);
  expect((await runner.show()).status).toBe('deferred');
  const { status, credit } = (await runner.look()).body;
  expect([status, credit]).toEqual([
    'deferred',
    {
      worth: 'entry',
      code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      fee: 500,
      currency: 'EUR',
      series: 'Mill Runs',
      expiresAt: expect.any(String),
      isUsed: false,
    },
  ]);
  const records = new PostgresMailRecords(sql());
  const [known, told] = [
    (await records.findAll([runner.registrationId])).get(runner.registrationId),
    await records.creditOf(runner.registrationId),
  ];
  const letter = await writeOne(
    { registrationId: runner.registrationId, template: 'deferred', generation: 1 },
    { ...(known && { registered: [known] }), ...(told && { credit: told }) },
  );
  expect(letter.text).toContain(`enter the code ${credit.code}`);
  expect(letter.text).toContain('A fee of €5.00 is charged then.');
  // Sent again it is the same credit, whatever the terms are by now; and there is nothing left to cancel.
  expect((await runner.defer({ worth: 'entry', fee: 0 })).body.credit).toEqual(credit);
  expect((await runner.cancel(0)).body.type).toBe('/problems/no-spot');
  expect(await sql().query('SELECT FROM credit WHERE registration_id = $1', [runner.registrationId])).toHaveLength(1);
});

test('what somebody gave back by hand is not in the credit: nobody has the money and the credit', async () => {
  const runner = await registered(worthWhatWasPaid, undefined, { donation: { cause: 'trees', amount: 500 } });
  const worth = async () => (await runner.look()).body.worth;
  const [{ total } = { total: 0 }] = await sql().query<{ total: number }>(
    'SELECT captured AS total FROM payment WHERE registration_id = $1',
    [runner.registrationId],
  );
  const paid = await worth();
  expect(total).toBe(paid + 500);
  const givenBack = (amount: number) =>
    sql().query('UPDATE payment SET given_back = $2, given_back_at = now() WHERE registration_id = $1', [
      runner.registrationId,
      amount,
    ]);
  // It may have been for something else that they paid.
  await givenBack(500);
  expect(await worth()).toBe(paid);
  await givenBack(2000);
  expect(await worth()).toBe(paid - 1500);
  expect((await runner.defer({ worth: paid - 1500, fee: 500 })).body.credit).toMatchObject({ worth: paid - 1500 });

  const whole = await registered(first);
  await sql().query('UPDATE payment SET given_back = 100, given_back_at = now() WHERE registration_id = $1', [
    whole.registrationId,
  ]);
  expect((await whole.look()).body.worth).toBe(paid - 100);
});

test('two who defer one registration at once get one credit', async () => {
  const { registrationId } = await registered(first);
  const deferrals = deferralsOf(sql());
  const defer = () => deferrals.defer(registrationId, { worth: 'entry', fee: 500 });
  // Neither sees that the other is done: both have looked without locks, and wait for the first lock.
  const both = await sql().transaction(async (locking) => {
    await locking.query('SELECT FROM payment WHERE registration_id = $1 FOR UPDATE', [registrationId]);
    const asked = Promise.all([defer(), defer()]);
    await until(async () => (await lockWaiters(sql())) === 2);
    return { asked };
  });
  const [one, two] = await both.asked;
  expect(one).toMatchObject({ kind: 'deferred', credit: { code: expect.any(String) } });
  expect(two).toMatchObject({ kind: 'deferred', credit: 'credit' in one ? one.credit : {} });
});

test('who defers is no longer offered a move, and the spot that was kept goes to others', async () => {
  const { registrationId, defer } = await registered(first);
  const eventId = uuid7();
  await sql().query(
    `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number)
     SELECT $1, $2, max(position) + 1, 'Long', 30000, 1, 2 FROM event WHERE race_id = $2`,
    [eventId, first.raceId],
  );
  await sql().query('INSERT INTO spot (event_id, number) VALUES ($1, 1)', [eventId]);
  const offer = { id: uuid7(), block: uuid7(), registrationId, fromId: first.eventId, eventId, limitGroup: undefined };
  await makeOffer(sql(), { ...offer, amount: 1500, currency: 'EUR', grace: 60 });
  expect((await defer()).status).toBe(200);
  expect(await sql().query('SELECT state FROM move_offer WHERE id = $1', [offer.id])).toEqual([{ state: 'withdrawn' }]);
  expect(await sql().query('SELECT closes_at <= now() AS over FROM block WHERE id = $1', [offer.block])).toEqual([
    { over: true },
  ]);
});

test('a runner who is checked in cannot defer', async () => {
  const runner = await registered(first);
  await sql().query(
    `INSERT INTO check_in (id, race_id, seq, registration_id, kind, proof, station, scanned_at)
     VALUES ($1, $2, 1, $3, 'in', 'code', 'A', now())`,
    [uuid7(), first.raceId, runner.registrationId],
  );
  for (const answer of [await runner.look(), await runner.defer()])
    expect(answer.body.type).toBe('/problems/change-too-late');
});

test('nobody defers out of a cancelled race', async () => {
  const runner = await registered(first);
  const cancelled = (at: string) => sql().query(`UPDATE race SET cancelled_at = ${at} WHERE id = $1`, [first.raceId]);
  await cancelled('now()');
  for (const answer of [await runner.look(), await runner.defer()])
    expect(answer.body.type).toBe('/problems/change-too-late');
  await cancelled('NULL');
});

test('nobody defers after the deadline, or the registration of somebody else', async () => {
  const runner = await registered(elsewhere);
  await sql().query('UPDATE race SET defer_until = now() WHERE id = $1', [elsewhere.raceId]);
  for (const answer of [await runner.look(), await runner.defer()])
    expect(answer.body.type).toBe('/problems/change-too-late');
  const stranger = openBrowser(world);
  const path = `/api/registrations/${runner.registrationId}/deferral`;
  expect((await stranger('POST', path, { worth: 'entry', fee: 500 }, runner.hold)).body.type).toBe(
    '/problems/not-yours',
  );
});

test('a credit pays for one entry of its owner in a later race, and its fee is charged then', async () => {
  const runner = await registered(first);
  const { code } = (await runner.defer()).body.credit;
  const again = await holding(later, runner.firstName);
  const quoted = await again.quote([code.toLowerCase()], { donation: { cause: 'trees', amount: 500 } });
  expect([quoted.status, linesOf(quoted), quoted.body.total]).toEqual([
    200,
    ['entry  0', 'donation  500', 'code  0', 'fee deferral 500'],
    1000,
  ]);
  // Two browsers of one person do not use it twice.
  const twice = await (await holding(later, runner.firstName)).quote([code]);
  expect(twice.body.type).toBe('/problems/code-held');
  await again.pay(quoted);
  expect(await again.show()).toMatchObject({ status: 'confirmed', amount: 1000, payment: 'captured' });
  expect((await runner.look()).body.credit.isUsed).toBe(true);
  // What the cache says of a pool is a second old.
  const late = await holding(later, runner.firstName);
  await askUntil(
    () => late.quote([code]),
    ({ body }) => body.type === '/problems/code-used-up',
  );

  expect((await again.defer()).body.type).toBe('/problems/deferred-before');
  // Of what was paid, the fee and the donation do not come back; the credit does.
  expect((await again.cancel(0)).status).toBe(200);
  expect((await runner.look()).body.credit.isUsed).toBe(false);
});

test('a spot that is on a credit is not deferred by those to whom it is passed on, either', async () => {
  const runner = await registered(first);
  const { code } = (await runner.defer()).body.credit;
  const again = await holding(later, runner.firstName);
  await again.pay(await again.quote([code]));
  await sql().query(`UPDATE race SET transfer_until = now() + interval '1 hour' WHERE id = $1`, [later.raceId]);

  /** Passes the spot on; how its new runner asks to defer it. */
  const passOn = async (offer: (transferId: string, recipient: object) => Promise<{ status: number }>) => {
    const transferId = uuid7();
    const firstName = somebody();
    const person = { firstName, email: `${firstName.toLowerCase()}@example.com` };
    expect((await offer(transferId, person)).status).toBe(202);
    const bearer = await tokens.signTransfer(transferId);
    const identity = { registrationId: transferId, ...person, lastName: 'Byron', birthDate: '1990-01-01', answers: {} };
    const taken = await openBrowser(world)(
      'PUT',
      `/api/transfers/${transferId}`,
      {
        ...{ form: 1, waiver: { hash: 'w1', accepted: true } },
        entry: { people: [identity], order: { answers: {} } },
      },
      bearer,
    );
    expect(taken.body).toMatchObject({ status: 'accepted' });
    const [link, send] = [await tokens.signLink(transferId), openBrowser(world)];
    const path = `/api/registrations/${transferId}`;
    return {
      defer: () => send('POST', `${path}/deferral`, { worth: 'entry', fee: 500 }, link),
      offer: (id: string, recipient: object) => send('PUT', `${path}/transfer`, { transferId: id, recipient }, link),
    };
  };
  const friend = await passOn((transferId, recipient) => again.offer({ transferId, recipient }));
  expect((await friend.defer()).body.type).toBe('/problems/deferred-before');
  const another = await passOn(friend.offer);
  expect((await another.defer()).body.type).toBe('/problems/deferred-before');
});

test('for everybody else, and in every other race, there is no such code', async () => {
  const runner = await registered(first);
  const { code } = (await runner.defer()).body.credit;
  const typeOf = async (race: MadeRace, name?: string) => (await (await holding(race, name)).quote([code])).body.type;
  expect(await typeOf(later)).toBe('/problems/code-unknown');
  expect(await typeOf(elsewhere, runner.firstName)).toBe('/problems/code-unknown');
  expect(await typeOf(first, runner.firstName)).toBe('/problems/code-unknown');
  await sql().query('UPDATE credit SET expires_at = now() WHERE registration_id = $1', [runner.registrationId]);
  expect(await typeOf(worthWhatWasPaid, runner.firstName)).toBe('/problems/code-expired');
});

test('whose bank takes the money for the spot back has no credit for it, unless the bank decides for the race', async () => {
  const runner = await registered(first);
  const { code } = (await runner.defer()).body.credit;
  await sql().query(
    `INSERT INTO dispute (id, registration_id, amount, currency, reason, status, refundable, fetched_at)
     VALUES ('dp_deferred', $1, 4500, 'EUR', 'fraudulent', 'lost', false, now())`,
    [runner.registrationId],
  );
  const asked = async (race: MadeRace) => (await holding(race, runner.firstName)).quote([code]);
  expect((await asked(later)).body.type).toBe('/problems/code-unknown');
  await sql().query(`UPDATE dispute SET status = 'won' WHERE id = 'dp_deferred'`);
  // Of the race before, a cache still says that there is no such code.
  expect((await asked(dear)).status).toBe(200);
});

test('where a credit is worth what was paid, it is that much of the next entry', async () => {
  const runner = await registered(worthWhatWasPaid);
  const done = await runner.defer({ worth: 4500, fee: 500 });
  expect(done.body.credit).toMatchObject({ worth: 4500, fee: 500 });
  const again = await holding(dear, runner.firstName);
  expect(linesOf(await again.quote([done.body.credit.code]))).toEqual(['entry  1500', 'code  0', 'fee deferral 500']);
});

test('whoever gets the money for the entry back has no credit for it', async () => {
  const runner = await registered(first);
  const { code } = (await runner.defer()).body.credit;
  expect(await refundEntry(runner.registrationId, undefined, true)).toMatchObject({ refund: 4500, credit: 0 });
  expect((await runner.look()).body.credit.worth).toBe('entry');
  expect(await refundEntry(runner.registrationId)).toMatchObject({ kind: 'refunded', refund: 4500, credit: 0 });
  expect((await runner.look()).body.credit).toMatchObject({ worth: 0, isUsed: false });
  const quoted = await (await holding(later, runner.firstName)).quote([code]);
  expect(quoted.body.type).toBe('/problems/code-unknown');
  // Sent again, because the answer was lost.
  expect(await refundEntry(runner.registrationId)).toMatchObject({ kind: 'refunded', refund: 0 });
});

test('a director gives nobody the credit back that pays for their registration', async () => {
  const runner = await registered(first);
  const { code } = (await runner.defer()).body.credit;
  const again = await holding(later, runner.firstName);
  await again.pay(await again.quote([code]));
  const register = new PostgresCodeRegister(sql(), uuid7);
  const [use] = await sql().query<{ position: number }>(
    `SELECT position FROM registration_line WHERE registration_id = $1 AND kind = 'code'`,
    [again.registrationId],
  );
  const giveBack = (isDryRun: boolean) =>
    register.returnUse(again.registrationId, use?.position ?? Number.NaN, isDryRun);
  expect(await giveBack(true)).toEqual({ kind: 'pays-for-entry' });
  expect(await giveBack(false)).toEqual({ kind: 'pays-for-entry' });
  expect((await runner.look()).body.credit).toMatchObject({ isUsed: true });
});

test('what is given back for the entry is taken off its credit, once nobody uses that', async () => {
  const runner = await registered(first);
  const { code } = (await runner.defer()).body.credit;
  const again = await holding(later, runner.firstName);
  const quoted = await again.quote([code]);
  expect(quoted.status).toBe(200);
  expect(await refundEntry(runner.registrationId, 2000)).toEqual({ kind: 'credit-claimed' });
  await again.pay(quoted);
  const used = { kind: 'credit-used', usedBy: again.registrationId };
  expect(await refundEntry(runner.registrationId, 2000, true)).toEqual(used);
  expect(await refundEntry(runner.registrationId, 2000)).toEqual(used);
  expect(await rowOf(runner.registrationId)).toMatchObject({ refund: null, wanted: 'capture' });
  expect((await again.cancel(0)).status).toBe(200);

  const [pool] = await sql().query<{ id: string }>('SELECT pool_id AS id FROM credit WHERE registration_id = $1', [
    runner.registrationId,
  ]);
  expect(await refundEntry(runner.registrationId, 2000)).toMatchObject({ refund: 2000, left: 2500, credit: 2500 });
  expect((await runner.look()).body.credit).toMatchObject({ worth: 2500, isUsed: false });
  // A cache may still say that it is worth a whole entry. Of that pool there is no use any more.
  expect(await sql().query('SELECT FROM unit WHERE pool_id = $1', [pool?.id])).toEqual([]);
  const other = await (await holding(dear, runner.firstName)).quote([code]);
  expect(linesOf(other)).toEqual(['entry  3500', 'code  0', 'fee deferral 500']);
});

test('whoever defers an entry that was refunded in part has a credit for the rest of it', async () => {
  const runner = await registered(first);
  expect(await refundEntry(runner.registrationId, 2000)).toMatchObject({ kind: 'refunded', refund: 2000 });
  expect((await runner.look()).body).toMatchObject({ status: 'offered', worth: 2500 });
  expect((await runner.defer()).body.type).toBe('/problems/terms-changed');
  expect((await runner.defer({ worth: 2500, fee: 500 })).body.credit).toMatchObject({ worth: 2500 });
});

test('one free code brings one credit for a whole entry, and not one after the other', async () => {
  const free = { off: { kind: 'price', value: 0 }, words: ['Sponsored'], uses: 1 };
  const direct = directing(openCodeCommands(sql(), { changed: async () => {} }));
  for (const { raceId } of [dear, worthWhatWasPaid])
    expect(await direct({ makeCodes: { raceId, batch: 'sponsors', ...free } })).toHaveProperty('madeCodes');
  const sponsored = await holding(dear);
  await sponsored.pay(await sponsored.quote(['sponsored']));
  expect((await sponsored.defer()).body.credit).toMatchObject({ worth: 'entry' });
  const again = await holding(dear, sponsored.firstName);
  await askUntil(
    () => again.quote(['sponsored']),
    ({ body }) => body.type === '/problems/code-used-up',
  );
  // What is worth as much as was paid is worth nothing then, and the use comes back.
  const paid = await holding(worthWhatWasPaid);
  await paid.pay(await paid.quote(['sponsored']));
  expect((await paid.defer({ worth: 0, fee: 500 })).body.credit).toMatchObject({ worth: 0 });
  const other = await holding(worthWhatWasPaid);
  expect((await other.quote(['sponsored'])).body.total).toBe(0);
});
