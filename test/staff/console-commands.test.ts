import { permissions } from '../../lambdas/directing/permitted-commands';
import { writeStaffAudit } from '../../lambdas/ledger/audit';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { PostgresAuditLog } from '../../lambdas/staff/postgres-command-log';
import { maxSignInsPerHour } from '../../lambdas/staff/sign-in';
import { aRace } from '../races/a-race';
import { type PaidGroup, paidGroup } from '../support/races/paid-group';
import { openConsole } from './console-world';

const console = openConsole();
let secret = '';
let staffId = '';
const race = aRace().createRace;
const raceId = race.id;
let eventId = '';
beforeAll(async () => {
  const { created } = (await console.direct(aRace())) as { created: { events: readonly { id: string }[] } };
  eventId = created.events[0]?.id ?? '';
  ({ secret, staffId } = await console.signedIn([{ role: 'owner', raceId: undefined }]));
});

interface Ordering {
  readonly key?: string;
  readonly dry?: boolean;
  readonly as?: string;
}

const order = (name: string, json: unknown, { key = uuid7(), dry = false, as = secret }: Ordering = {}) =>
  console.call('POST', `/races/${raceId}/commands/${name}`, {
    secret: as,
    json,
    headers: { 'idempotency-key': key },
    ...(dry && { query: { dry: 'true' } }),
  });
const capacity = async () => {
  const [event] = await console.postgres.query<{ capacity: number; spots: number }>(
    `SELECT capacity, (SELECT count(*) FROM spot s WHERE s.event_id = e.id)::int AS spots FROM event e WHERE id = $1`,
    [eventId],
  );
  return event;
};
const trace = () =>
  console.postgres.query(
    'SELECT actor, action, race_id, staff_id, command_id, detail FROM audit WHERE staff_id = $1 ORDER BY id DESC LIMIT 2',
    [staffId],
  );

test('a command says what it would do and does not do it; then it does', async () => {
  const before = await capacity();
  const wished = { eventId, capacity: 45 };
  const dry = await order('changeCapacity', wished, { dry: true });
  expect(dry).toMatchObject({ status: 200, body: { changed: { eventId, capacity: 45, spots: 45 } } });
  expect(await capacity()).toEqual(before);
  expect(await console.postgres.query('SELECT FROM command')).toEqual([]);
  expect(await order('changeCapacity', wished)).toMatchObject({ status: 200, body: dry.body });
  expect(await capacity()).toEqual({ capacity: 45, spots: 45 });
});

test('the function runs a command dry, too: one that is taken back, one that tries itself, and one that only reads', async () => {
  const before = await capacity();
  const wished = { changeCapacity: { raceId, eventId, capacity: 47 } };
  expect(await console.direct({ ...wished, dry: true })).toMatchObject({ changed: { capacity: 47, spots: 47 } });
  const paused = { changeSale: { raceId, sale: 'paused' } };
  expect(await console.direct({ ...paused, dry: true })).toMatchObject({ sale: { sale: 'paused' } });
  expect(await console.direct({ jobs: { raceId }, dry: true })).toEqual({ jobs: [] });
  expect(await console.postgres.query(`SELECT FROM event WHERE sale <> 'on'`)).toEqual([]);
  expect(await capacity()).toEqual(before);
  expect(await console.direct({ ...wished, dry: 'yes' })).toMatchObject({ refused: { reason: 'not-as-expected' } });
  expect(await console.direct({ fly: {}, dry: true })).toMatchObject({ refused: { reason: 'no-command' } });
});

test('a dry run is refused as the command itself would be', async () => {
  const wished = { eventId: uuid7(), capacity: 45 };
  const [dry, real] = [await order('changeCapacity', wished, { dry: true }), await order('changeCapacity', wished)];
  expect(dry).toMatchObject({ status: 422, body: { type: '/problems/command-refused', reason: 'no-such-event' } });
  expect(real.body).toEqual(dry.body);
});

test('what is done by hand is ordered 300 times an hour by one person; others, other commands and repetitions go on', async () => {
  const { secret: as, staffId: who } = await console.signedIn([{ role: 'desk', raceId }], { level: 'link' });
  const ordered = (count: number, ago: string) =>
    console.postgres.query(
      `INSERT INTO command (id, staff_id, name, body_hash, race_id, at)
       SELECT gen_random_uuid(), $1, 'resendLink', 'x', $2, clock_timestamp() - $4::interval FROM generate_series(1, $3)`,
      [who, raceId, count, ago],
    );
  await ordered(300, '61 minutes');
  await ordered(299, '1 minute');
  const resend = (more: Ordering = {}) => order('resendLink', { registrationId: uuid7() }, { as, ...more });
  const key = uuid7();
  const json = { registrationId: uuid7() };
  // There is no such registration, which is found out after the order was noted.
  expect((await order('resendLink', json, { as, key })).status).toBe(404);
  expect(await resend()).toMatchObject({ status: 429, body: { type: '/problems/too-many-orders' } });
  expect((await order('resendLink', json, { as, key })).status).toBe(404);
  expect((await order('correctRunner', { registrationId: uuid7() }, { as })).status).not.toBe(429);
  expect((await order('resendLink', json)).status).toBe(404);
  await console.postgres.query('DELETE FROM command WHERE staff_id = $1', [who]);
});

test('what is ordered for one person after the other has a limit', () => {
  const single = Object.entries(permissions).filter(
    ([, { about, reads, roles }]) => (about === 'registration' || about === 'dispute') && !reads && roles.length > 0,
  );
  // At a desk, hundreds get a bib and their items within an hour.
  const atDesks = ['handOut', 'setBib'];
  const unlimited = single.filter(([, { mostPerHour }]) => mostPerHour === undefined).map(([name]) => name);
  expect(unlimited.sort()).toEqual(atDesks);
});

test('the same request again gets the same answer and does nothing; with another body it is refused', async () => {
  const key = uuid7();
  const first = await order('changeCapacity', { eventId, capacity: 50 }, { key });
  await order('changeCapacity', { eventId, capacity: 41 });
  expect(await order('changeCapacity', { eventId, capacity: 50 }, { key })).toMatchObject({
    status: 200,
    body: first.body,
  });
  expect(await capacity()).toMatchObject({ capacity: 41 });
  const other = await order('changeCapacity', { eventId, capacity: 51 }, { key });
  expect(other.body.type).toBe('/problems/idempotency-key-reused');
  const colleague = await console.signedIn([{ role: 'owner', raceId: undefined }]);
  const theirs = await order('changeCapacity', { eventId, capacity: 50 }, { key, as: colleague.secret });
  expect(theirs.body.type).toBe('/problems/idempotency-key-reused');
  expect((await order('changeCapacity', { eventId, capacity: 50 }, { key: 'x' })).body.type).toBe(
    '/problems/idempotency-key-missing',
  );
});

test('of two that come at the same moment with one id, one is carried out; the other hears so, and then the answer', async () => {
  const key = uuid7();
  const ask = () => order('changeCapacity', { eventId, capacity: 46 }, { key });
  // The request that begins first waits here for the event.
  const { both, refused } = await console.postgres.transaction(async (sql) => {
    await sql.query('SELECT FROM event WHERE id = $1 FOR UPDATE', [eventId]);
    const asked = [ask(), ask()];
    return { both: asked, refused: await Promise.race(asked) };
  });
  expect(refused).toMatchObject({
    status: 409,
    headers: { 'retry-after': '2' },
    body: { type: '/problems/command-under-way' },
  });
  const [one, other] = await Promise.all(both);
  expect([one?.status, other?.status].sort()).toEqual([200, 409]);
  const again = await ask();
  expect(again.body).toEqual([one, other].find((answer) => answer?.status === 200)?.body);
  const rows = await console.postgres.query(`SELECT FROM audit WHERE command_id = $1 AND actor = 'director'`, [key]);
  expect(rows).toHaveLength(1);
});

test('an order that was cut off may begin again half a minute later, one that was refused at once', async () => {
  const [cut, refused] = [uuid7(), uuid7()];
  const nowhere = { eventId: uuid7(), capacity: 46 };
  for (let n = 0; n < 2; n++)
    expect((await order('changeCapacity', nowhere, { key: refused })).body.type).toBe('/problems/command-refused');
  await order('changeCapacity', { eventId, capacity: 46 }, { key: cut });
  const begunAgo = (seconds: number) =>
    console.postgres.query(
      `UPDATE command SET answer = NULL, running_until = clock_timestamp() + make_interval(secs => $2) WHERE id = $1`,
      [cut, 30 - seconds],
    );
  await begunAgo(20);
  expect((await order('changeCapacity', { eventId, capacity: 46 }, { key: cut })).status).toBe(409);
  await begunAgo(31);
  expect((await order('changeCapacity', { eventId, capacity: 46 }, { key: cut })).status).toBe(200);
});

test.each(['the answer was lost', 'the function died before the end'])(
  'a secret is made once, and the same request again hears so, when %s',
  async (why) => {
    const key = uuid7();
    const wish = { label: why, scopes: ['times'] };
    const made = await order('makeApiKey', wish, { key });
    expect(made.body.madeApiKey.key).toMatch(/^slk_/);
    if (why === 'the function died before the end')
      await console.postgres.query(`UPDATE command SET answer = NULL, running_until = now() WHERE id = $1`, [key]);
    const again = await order('makeApiKey', wish, { key });
    expect(again).toMatchObject({ status: 409, body: { type: '/problems/already-done' } });
    expect(JSON.stringify(again.body)).not.toContain(made.body.madeApiKey.key);
    expect(await console.postgres.query('SELECT FROM api_key WHERE label = $1', [why])).toHaveLength(1);
    expect(await console.postgres.query('SELECT answer FROM command WHERE id = $1', [key])).toEqual([{ answer: null }]);
  },
);

test('the secret of a webhook changes once, however often the request is sent', async () => {
  const [endpointId, key] = [uuid7(), uuid7()];
  await order('saveWebhook', { endpointId, url: 'https://example.com/', types: ['registration.confirmed'] });
  const first = await order('rotateWebhookSecret', { endpointId }, { key });
  expect(first.body.rotatedWebhookSecret.secret).toMatch(/^whsec_/);
  expect((await order('rotateWebhookSecret', { endpointId }, { key })).body.type).toBe('/problems/already-done');
  expect(await console.postgres.query('SELECT key_version FROM webhook_endpoint WHERE id = $1', [endpointId])).toEqual([
    { key_version: 2 },
  ]);
});

test('who gave a command is in the audit, also where the command was refused', async () => {
  const key = uuid7();
  await order('changeCapacity', { eventId, capacity: 60 }, { key });
  const staff = { staff_id: staffId, race_id: raceId, command_id: key };
  expect(await trace()).toEqual([
    { ...staff, actor: 'staff', action: 'command', detail: { name: 'changeCapacity' } },
    expect.objectContaining({ ...staff, actor: 'director' }),
  ]);
  await order('changeCapacity', { eventId: uuid7(), capacity: 60 });
  expect(await trace()).toMatchObject([{ action: 'command-refused' }, { action: 'command' }]);
});

test('the log names the event, the registration and the staff member, and what was ordered with what came of it', async () => {
  const key = uuid7();
  await order('changeCapacity', { eventId, capacity: 61 }, { key });
  const log = new PostgresAuditLog(console.postgres);
  const about = { raceId, commandId: key, registrationId: undefined, staff: undefined };
  expect((await log.list(raceId, undefined)).slice(0, 2)).toMatchObject([
    { ...about, action: 'command', event: undefined },
    { ...about, action: 'capacity-changed', event: expect.any(String), detail: { to: 61 } },
  ]);
  await writeStaffAudit(console.postgres, {
    staffId,
    action: 'role-removed',
    raceId,
    detail: { of: staffId },
  });
  const [removed] = await log.list(raceId, undefined);
  expect(removed).toMatchObject({ action: 'role-removed', staff: removed?.by, event: undefined });
  const registrationId = uuid7();
  await console.postgres.query(
    `INSERT INTO audit (actor, action, event_id, race_id, registration_id, detail) VALUES ('director', 'link-resent', $1, $2, $3, '{}')`,
    [eventId, raceId, registrationId],
  );
  expect((await log.list(raceId, undefined))[0]).toMatchObject({ action: 'link-resent', registrationId });
});

test('a change of stock names the item and the variant, as the newest form with it calls them', async () => {
  const set = (variant: string, stock: number) => order('setStock', { variant, stock });
  const shirt = (...names: readonly [string, string][]) => [
    {
      id: 'shirt',
      label: { de: 'Hemd', en: 'Shirt' },
      variants: names.map(([id, de]) => ({ id, label: { de, en: 'Small' } })),
    },
  ];
  const keep = (revision: number, definition: object) =>
    console.postgres.query(
      `INSERT INTO form (race_id, revision, definition, entry_schema, hash) VALUES ($1, $2, $3, '{}', 'x')`,
      [raceId, revision, JSON.stringify({ language: 'de', questions: [], ...definition })],
    );
  expect([(await set('shirt-s', 4)).status, (await set('cap', 2)).status]).toEqual([200, 200]);
  const named = async () => {
    const entries = await new PostgresAuditLog(console.postgres).list(raceId, undefined);
    return entries.flatMap(({ action, item, detail }) => (action === 'stock-changed' ? [[item, detail]] : []));
  };
  const [cap, small] = [
    { variant: 'cap', from: 0, to: 2 },
    { variant: 'shirt-s', from: 0, to: 4 },
  ];
  expect(await named()).toEqual([
    [undefined, cap],
    [undefined, small],
  ]);
  await keep(1001, { items: shirt(['shirt-m', 'M'], ['shirt-s', 'klein']) });
  await keep(1002, { items: shirt(['shirt-m', 'M'], ['shirt-s', 'S']) });
  await keep(1003, {});
  expect(await named()).toEqual([
    [undefined, cap],
    ['Hemd S', small],
  ]);
});

test('what is told once is kept nowhere', async () => {
  const codes = { batch: 'friends', number: 2, off: { kind: 'percent', value: 10 } };
  const made = await order('makeCodes', codes);
  expect(made).toMatchObject({ status: 200, body: { madeCodes: { number: 2 } } });
  const [code = ''] = made.body.madeCodes.codes;
  const [kept] = await console.postgres.query<{ text: string }>(
    `SELECT concat((SELECT json_agg(c)::text FROM command c), (SELECT json_agg(a)::text FROM audit a)) AS text`,
  );
  expect(code.length).toBeGreaterThan(8);
  expect(kept?.text).toContain('makeCodes');
  expect(kept?.text).not.toContain(code);
});

test('a registration and a dispute of another race, or of none, are not there', async () => {
  for (const [name, content] of [
    ['cancelRegistration', { registrationId: uuid7() }],
    ['documents', { registrationId: 'no id' }],
    ['refundLine', {}],
    ['refundTransferFee', { registrationId: uuid7() }],
    ['settleDispute', { dispute: 'dp_1', decision: 'keep' }],
    ['settleUnpaid', { registrationId: uuid7(), decision: 'paid' }],
    ['hideDonor', { registrationId: uuid7() }],
    ['changeCapacity', { raceId: 'another-race', eventId, capacity: 1 }],
  ] as const)
    expect([name, (await order(name, content)).status]).toEqual([name, 404]);
});

test('a race is made by who has a role in all races, under the id of the address', async () => {
  const { id: _, events, ...content } = race;
  const path = '/races/another-run/commands/createRace';
  const headers = { 'idempotency-key': uuid7() };
  const json = { ...content, events: events.map(({ id: _event, ...event }) => event) };
  const made = await console.call('POST', path, { secret, json, headers });
  expect(made).toMatchObject({ status: 200, body: { created: { raceId: 'another-run' } } });
  const listed = await console.call('GET', '/races', { secret });
  expect(listed.body.races.map(({ id }: { id: string }) => id).sort()).toEqual([raceId, 'another-run'].sort());
});

test('a race shows its figures, and its viewer no other race', async () => {
  const viewer = await console.signedIn([{ role: 'viewer', raceId }]);
  const races = await console.call('GET', '/races', { secret: viewer.secret });
  expect(races.body.races).toMatchObject([{ id: raceId, registered: 0, state: expect.any(String) }]);
  const shown = await console.call('GET', `/races/${raceId}`, { secret: viewer.secret });
  expect(shown.body).toMatchObject({
    id: raceId,
    gross: 0,
    refunded: 0,
    events: [{ id: eventId, registered: 0, held: 0, waiting: 0, cancelled: 0, prices: expect.any(Array) }, {}],
  });
  expect(JSON.stringify(shown.body)).not.toContain('@');
});

test('an order of more than 256 KB, and one that is no object, is refused', async () => {
  expect((await order('saveForm', { form: 'x'.repeat(300_000) })).status).toBe(413);
  expect((await order('saveForm', [1])).status).toBe(422);
});

test('a session is shown to its owner, listed, and ended in their browser', async () => {
  const me = await console.signedIn([{ role: 'desk', raceId }], { level: 'link' });
  const shown = await console.call('GET', '/session', { secret: me.secret });
  expect(shown.body).toMatchObject({
    name: 'Ada',
    level: 'link',
    needsPasskey: false,
    roles: [{ role: 'desk', raceId }],
  });
  expect((await console.call('GET', '/sessions', { secret: me.secret })).body.sessions).toMatchObject([
    { isThis: true },
  ]);
  const ended = await console.call('DELETE', '/session', { secret: me.secret });
  expect(ended).toMatchObject({
    status: 204,
    cookies: [expect.stringMatching(/^__Host-startline-staff=; .*Max-Age=0/)],
  });
  expect((await console.call('GET', '/session', { secret: me.secret })).status).toBe(204);
});

test('asking for a link is answered alike for everybody, and a network is bounded', async () => {
  const ask = (email: string, viewer: string) =>
    console.call('POST', '/sign-in', { json: { email }, headers: { 'x-startline-viewer': viewer } });
  const { staffId: known } = await console.signedIn([]);
  const answers = await Promise.all([ask(`${known}@example.com`, '1.1.1.1:1'), ask('nobody@example.com', '1.1.1.1:2')]);
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject({ status: 202, body: { status: 'sent-if-known' }, cookies: [] });
  const challenges = await Promise.all(
    Array.from({ length: maxSignInsPerHour + 10 }, () =>
      console.call('POST', '/sign-in/challenge', { json: {}, headers: { 'x-startline-viewer': '2.2.2.2:1' } }),
    ),
  );
  expect(challenges.filter(({ status }) => status === 200)).toHaveLength(maxSignInsPerHour);
  expect(challenges.find(({ status }) => status === 429)?.headers).toHaveProperty('retry-after', '3600');
});

test('a cookie is for this host alone, and only its hash is kept', async () => {
  const { SignedStaffLinks } = await import('../../lambdas/staff/signed-staff-links');
  const { openSigner } = await import('../../lambdas/platform/signed-tokens');
  const me = await console.signedIn([]);
  const linkId = uuid7();
  await console.postgres.query(
    `INSERT INTO staff_link (id, staff_id, kind, expires_at) VALUES ($1, $2, 'sign-in', now() + interval '1 minute')`,
    [linkId, me.staffId],
  );
  const signer = openSigner(async () => ({ kid: 'k1', k1: 'a key of the tests, which is long enough for us' }));
  const token = await new SignedStaffLinks(signer).signStaffLink(linkId);
  const opened = await console.call('POST', '/sign-in/link', { json: { token } });
  const [cookie = ''] = opened.cookies;
  expect(cookie).toMatch(
    /^__Host-startline-staff=[\w-]{43}; Path=\/; Max-Age=604800; Secure; HttpOnly; SameSite=Strict$/,
  );
  const [, given = ''] = /=([\w-]{43});/.exec(cookie) ?? [];
  expect(
    await console.postgres.query('SELECT FROM staff_session WHERE secret_hash = $1', [sha256(given)]),
  ).toHaveLength(1);
  expect(await console.call('POST', '/sign-in/link', { json: { token } })).toMatchObject({ status: 410 });
});

describe('an operator', () => {
  const email = 'first-owner@example.com';
  const invite = (over: object = {}) =>
    console.direct({ inviteStaff: { email, name: 'Grace', role: 'owner', ...over } });

  test('invites the first owner, who signs in by a link that needs no mail', async () => {
    expect(await invite()).toMatchObject({ invitedStaff: { role: 'owner', staffId: expect.any(String) } });
    const link = (await console.direct({ signInLink: { email: email.toUpperCase() } })) as {
      signInLink: { address: string };
    };
    const [, token = ''] = link.signInLink.address.split('https://startline.example/console/link#');
    expect((await console.call('POST', '/sign-in/link', { json: { token } })).status).toBe(200);
    const orders = await console.postgres.query(
      `SELECT body ->> 'template' AS template FROM outbox WHERE queue = 'urgent-mail' ORDER BY created_at DESC LIMIT 1`,
    );
    expect(orders).toEqual([{ template: 'staff-invitation' }]);
  });

  test('resets passkeys, and is told when nobody has the address, the race or the right', async () => {
    expect(await console.direct({ resetPasskeys: { email } })).toEqual({ resetPasskeys: { email } });
    const refused = (reason: string) => ({ refused: { reason } });
    for (const command of ['signInLink', 'resetPasskeys'])
      expect(await console.direct({ [command]: { email: 'nobody@example.com' } })).toMatchObject(
        refused('no-such-staff'),
      );
    expect(await invite({ raceId: 'no-race', role: 'desk' })).toMatchObject(refused('no-such-race'));
    await console.postgres.query(`UPDATE staff SET state = 'locked' WHERE email = $1`, [email]);
    expect(await invite()).toMatchObject(refused('staff-locked'));
  });

  test('alone invites by a command: in the console it takes a route that asks for a passkey', async () => {
    const refusal = await order('inviteStaff', { email, name: 'Mallory', role: 'owner' });
    expect(refusal).toMatchObject({ status: 403, body: { type: '/problems/not-permitted' } });
  });
});

describe('money of a race', () => {
  let group: PaidGroup;
  beforeAll(async () => {
    group = await paidGroup(console.postgres, 2);
    await console.postgres.query(
      `INSERT INTO dispute (id, registration_id, amount, currency, reason, status, due_by, refundable, fetched_at)
       VALUES ('dp_1', $1, 9000, 'EUR', 'fraudulent', 'needs_response', '2027-05-01', false, now())`,
      [group.lead],
    );
  });
  const ask = (name: string, json: object, { dry = false, of = group.race.raceId } = {}) =>
    console.call('POST', `/races/${of}/commands/${name}`, {
      secret,
      json,
      headers: { 'idempotency-key': uuid7() },
      ...(dry && { query: { dry: 'true' } }),
    });
  const spots = async () =>
    (await console.postgres.query('SELECT FROM registration WHERE id = ANY ($1::uuid[]) AND live', [group.ids])).length;

  test('a dispute names everybody who runs on its payment, and what is to be decided; other races do not see it', async () => {
    const { body } = await ask('disputes', {});
    expect(body.disputes).toMatchObject([
      { id: 'dp_1', dueBy: '2027-05-01T00:00:00.000Z', decided: null, may: ['keep', 'cancel'] },
    ]);
    const { people } = body.disputes[0];
    expect(people.map(({ registrationId }: { registrationId: string }) => registrationId)).toEqual(
      [...group.ids].sort(),
    );
    expect(people).toMatchObject([1, 2].map(() => ({ name: expect.stringMatching(/\w+ \w+/), isLive: true })));
    expect((await ask('disputes', {}, { of: raceId })).body.disputes).toEqual([]);
    expect((await ask('settleDispute', { dispute: 'dp_1', decision: 'cancel' }, { of: raceId })).status).toBe(404);
  });

  test('a dispute that is tried takes no spot and says whose it would take; then it takes them', async () => {
    const cancel = { dispute: 'dp_1', decision: 'cancel' };
    const dry = await ask('settleDispute', cancel, { dry: true });
    expect(dry).toMatchObject({ status: 200, body: { settled: { dispute: 'dp_1' } } });
    expect([...dry.body.settled.cancelled].sort()).toEqual([...group.ids].sort());
    expect(await spots()).toBe(2);
    expect((await ask('disputes', {})).body.disputes).toMatchObject([{ decided: null }]);
    expect((await ask('settleDispute', cancel)).body).toEqual(dry.body);
    expect(await spots()).toBe(0);
    expect((await ask('disputes', {})).body.disputes).toMatchObject([{ decided: 'cancelled', may: [] }]);
  });

  test('receipts are listed newest first, in pages, with how many are due', async () => {
    await console.direct({ setSeller: { id: 'club', name: 'Club', address: 'A 1', country: 'DE', prefix: 'C-' } });
    await console.postgres.query(
      `INSERT INTO document (id, seller_id, number, kind, registration_id, up_to, issuer, lines, taxes, gross, currency, issued_at, revision, bill_to)
       SELECT ids[n], 'club', n, 'invoice', $1, 0, '{"prefix":"C-"}', '[]', '[{"label":"VAT","rate":700,"net":8411,"tax":589}]', 9000, 'EUR',
         timestamptz '2027-01-01' + n / 10 * interval '1 minute', n, CASE WHEN n = 120 THEN '{"name":"Club of Ada"}'::jsonb END
       FROM (SELECT $2::uuid[] AS ids) i, generate_series(1, 120) n`,
      [group.lead, Array.from({ length: 120 }, uuid7)],
    );
    await console.postgres.query(`INSERT INTO document_due VALUES ($1, 'club', now())`, [group.lead]);
    const first = (await ask('receipts', {})).body.receipts;
    expect(first.due).toBe(1);
    expect(first.documents[0]).toEqual({
      id: expect.any(String),
      number: 'C-120',
      kind: 'invoice',
      issuedAt: '2027-01-01T00:12:00.000Z',
      registrationId: group.lead,
      paidBy: group.lead,
      name: expect.stringMatching(/\w+ \w+/),
      billTo: 'Club of Ada',
      gross: 9000,
      tax: 589,
      currency: 'EUR',
    });
    const rest = (await ask('receipts', { after: first.documents.at(-1).id })).body.receipts;
    const numbers = [...first.documents, ...rest.documents].map(({ number }: { number: string }) => number);
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, n) => `C-${120 - n}`));
    expect((await ask('receipts', {}, { of: raceId })).body.receipts).toEqual({ documents: [], due: 0 });
  });
});
