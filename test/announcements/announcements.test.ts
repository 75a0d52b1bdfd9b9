import { announce } from '../../lambdas/announcements/announce';
import { feedAnnouncements } from '../../lambdas/announcements/feed-announcements';
import type { Announcement, Audience, Road } from '../../lambdas/announcements/ports';
import { PostgresAnnouncementQueue } from '../../lambdas/announcements/postgres-announcement-queue';
import { PostgresAnnouncements } from '../../lambdas/announcements/postgres-announcements';
import { PostgresBibs } from '../../lambdas/bibs/giving/postgres-bibs';
import { mailMessage } from '../../lambdas/domain/mail-order';
import { ourApi } from '../../lambdas/functions/wiring/selling/site-api';
import { PostgresAnnouncementLetters, PostgresOptOuts } from '../../lambdas/mail/opt-out/postgres-opt-outs';
import { optOutRoutes } from '../../lambdas/mail/opt-out/routes';
import { SignedOptOuts } from '../../lambdas/mail/opt-out/signed-opt-outs';
import { PostgresProjection } from '../../lambdas/participants/postgres-projection';
import { withSettings } from '../../lambdas/platform/postgres/settings';
import { openSigner, sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { registerRunner } from '../mail/register-runner';
import { requestEvent } from '../platform/http/request-event';
import { openStaff } from '../staff/staff-world';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { lockWaiters } from '../support/postgres/lock-waiters';
import { type MadeRace, makeRace } from '../support/races/race';
import { until } from '../support/until';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const needs = () => ({
  postgres: database.postgres,
  newId: uuid7,
  mailMessage: (order: Parameters<typeof mailMessage>[0]) => mailMessage(order, 4),
});

/** Every call of the queue may be the last one of its process: after its effect, and before anybody hears of it. */
const worker = ({
  crashAt = Number.POSITIVE_INFINITY,
  road = {},
  after = async () => {},
}: {
  crashAt?: number;
  road?: Partial<Road>;
  after?: () => Promise<unknown>;
} = {}) => {
  const queue = new PostgresAnnouncementQueue(needs());
  let calls = 0;
  const mortal = new Proxy(queue, {
    get:
      (of, name) =>
      async (...args: unknown[]) => {
        const answer =
          name === 'road' ? { ...(await of.road()), ...road } : await Reflect.get(of, name).apply(of, args);
        if (++calls === crashAt) throw new Error('the process dies');
        return answer;
      },
  });
  const work = feedAnnouncements({
    queue: mortal,
    catchUp: async () => undefined,
    relay: async () => undefined,
    newId: uuid7,
    now: Date.now,
    pause: async () => void (await after()),
    report: () => undefined,
  });
  return { calls: () => calls, work: () => work(Number.POSITIVE_INFINITY) };
};

const openAnnounce = () => {
  const announcements = new PostgresAnnouncements(needs());
  const projection = new PostgresProjection(database.postgres, { seconds: 0, openingSeconds: 0 });
  const catchUp = (raceId: string) => projection.catchUp(raceId);
  return { announcements, ...announce({ announcements, catchUp, write: async () => [] }) };
};

const raceWith = async (emails: readonly string[]): Promise<MadeRace & { readonly ids: readonly string[] }> => {
  const race = await makeRace(database.postgres, { spots: emails.length });
  const ids: string[] = [];
  for (const [n, email] of emails.entries())
    ids.push(await registerRunner(database.postgres, race, { spot: n + 1, email }));
  await database.postgres.query(
    `UPDATE registration SET recorded_at = clock_timestamp() - interval '1 hour' + make_interval(secs => number) WHERE event_id = $1`,
    [race.eventId],
  );
  await database.postgres.query(`UPDATE race SET opens_at = now() - interval '2 days' WHERE id = $1`, [race.raceId]);
  return { ...race, ids };
};
const wished = ({ raceId }: MadeRace, changes: Partial<Announcement> = {}): Announcement => ({
  raceId,
  subject: 'Start at 9',
  body: 'Come early.',
  isService: false,
  audience: registered,
  ...changes,
});
const registered = { search: { kind: 'all' }, state: 'registered', isUnreached: false } as const;
const orderedTo = async ({ raceId }: MadeRace) =>
  (
    await database.postgres.query<{ email: string }>(
      `SELECT g.runner ->> 'email' AS email FROM outbox o JOIN registration g ON g.id::text = o.body ->> 'registrationId'
       JOIN event e ON e.id = g.event_id WHERE e.race_id = $1 AND o.body ->> 'template' = 'announcement' ORDER BY 1`,
      [raceId],
    )
  ).map(({ email }) => email);
const freeLeases = ({ raceId }: MadeRace) =>
  database.postgres.query(`UPDATE announcement SET lease_until = now() - interval '1 second' WHERE race_id = $1`, [
    raceId,
  ]);

const send = async (race: MadeRace, changes: Partial<Announcement> = {}, id = uuid7()) => {
  const answer = await openAnnounce().send(id, wished(race, changes), false);
  if (answer.kind !== 'announced') throw new Error(answer.kind);
  return { id, ...answer };
};

test('each address gets it once; who opted out or cannot be reached is counted and left out', async () => {
  const race = await raceWith(['ada@x.example', 'Ada@x.example', 'ben@x.example', 'out@x.example', 'dead@x.example']);
  await database.postgres.query(`INSERT INTO mail_suppression (email_hash, reason) VALUES ($1, 'bounce')`, [
    sha256('dead@x.example'),
  ]);
  const optOuts = new PostgresOptOuts(database.postgres);
  await optOuts.set({ emailHash: sha256('out@x.example'), raceId: race.raceId }, 'race');

  const dry = await openAnnounce().send(uuid7(), wished(race), true);
  expect(dry).toMatchObject({ kind: 'announced', reach: { people: 5, mails: 2, optedOut: 1, unreachable: 1 } });
  expect(await openAnnounce().announcements.list(race.raceId)).toEqual([]);

  const { id, reach } = await send(race);
  expect(reach).toMatchObject({ mails: 2 });
  // Somebody who registers now is not meant.
  await database.postgres.query('UPDATE participant SET recorded_at = now() + $2 WHERE registration_id = $1', [
    race.ids[2],
    '1 minute',
  ]);
  await worker().work();
  expect(await orderedTo(race)).toEqual(['ada@x.example']);
  expect((await openAnnounce().announcements.list(race.raceId))[0]).toMatchObject({
    announcementId: id,
    sequence: 1,
    state: 'done',
    mails: 2,
    ordered: 1,
    optedOut: 1,
    unreachable: 1,
  });

  // What is about the registration goes to them as well.
  expect((await openAnnounce().send(uuid7(), wished(race, { isService: true }), true)) as object).toMatchObject({
    reach: { mails: 3, optedOut: 0 },
  });
});

test('the organiser is opted out of for all races, and news come again on request', async () => {
  const [one, other] = [await raceWith(['eve@x.example']), await raceWith(['eve@x.example'])];
  const optOuts = new PostgresOptOuts(database.postgres);
  const reader = { emailHash: sha256('eve@x.example'), raceId: one.raceId };
  const reached = async (race: MadeRace) => (await openAnnounce().preview(wished(race))).kind;
  await optOuts.set(reader, 'race');
  expect([await reached(one), await reached(other)]).toEqual(['nobody', 'previewed']);
  await optOuts.set(reader, 'organiser');
  expect([await reached(one), await reached(other)]).toEqual(['nobody', 'nobody']);
  await optOuts.set(reader, 'nothing');
  expect([await reached(one), await reached(other)]).toEqual(['previewed', 'previewed']);
});

test('an event and a state of payment narrow it down; an event of another race is none', async () => {
  const [race, other] = [await raceWith(['a@x.example', 'b@x.example']), await raceWith(['c@x.example'])];
  const preview = (audience: Partial<Audience>) =>
    openAnnounce().preview(wished(race, { audience: { ...registered, ...audience } }));
  expect(await preview({ payment: 'captured' })).toMatchObject({ reach: { mails: 2 } });
  expect(await preview({ payment: 'refunded' })).toEqual({ kind: 'nobody' });
  expect(await preview({ eventId: race.eventId })).toMatchObject({ reach: { mails: 2 } });
  expect(await preview({ eventId: other.eventId })).toEqual({ kind: 'no-such-event' });
  expect(await openAnnounce().preview({ ...wished(race), raceId: 'nowhere' })).toEqual({ kind: 'no-such-race' });
});

test('a message goes to exactly those whom the list has with the same filter, each address once', async () => {
  const race = await raceWith([
    'run@x.example',
    'gone@x.example',
    'Gone@x.example',
    'both@x.example',
    'lost@x.example',
  ]);
  const [, gone, too, , lost] = race.ids;
  await database.postgres.query(
    `UPDATE registration SET live = false, ended = 'cancelled', spot = NULL, block = NULL WHERE id = ANY ($1::uuid[])`,
    [[gone, too]],
  );
  await database.postgres.query(
    `UPDATE registration SET runner = runner || '{"lastName": "Müller"}' WHERE id = ANY ($1::uuid[])`,
    [[gone, race.ids[3]]],
  );
  await database.postgres.query(
    `INSERT INTO mail (registration_id, template, generation, recipient, state, claimed_at, updated_at)
     VALUES ($1, 'confirmation', 1, 'lost@x.example', 'rejected', now(), now())`,
    [lost],
  );
  const number = { kind: 'number', number: 1 } as const;
  const filters: readonly [Partial<Audience>, readonly string[]][] = [
    [{}, ['both@x.example', 'lost@x.example', 'run@x.example']],
    [{ state: 'cancelled' }, ['gone@x.example']],
    [{ state: 'refused' }, []],
    [{ isUnreached: true }, ['lost@x.example']],
    [{ search: { kind: 'words', words: ['muell'] } }, ['both@x.example']],
    [{ search: { kind: 'words', words: ['muell'] }, state: 'cancelled' }, ['gone@x.example']],
    [{ search: number, payment: 'captured', eventId: race.eventId }, ['run@x.example']],
    [{ search: number, isUnreached: true }, []],
  ];
  const ordered: string[] = [];
  for (const [narrowed, emails] of filters) {
    const audience = { ...registered, ...narrowed };
    const { announcements, preview } = openAnnounce();
    const looked = await preview(wished(race, { audience }));
    expect([narrowed, looked]).toMatchObject([
      narrowed,
      emails.length === 0 ? { kind: 'nobody' } : { reach: { mails: emails.length } },
    ]);
    if (emails.length === 0) continue;
    await database.postgres.query(`UPDATE announcement SET made_at = now() - interval '2 days' WHERE race_id = $1`, [
      race.raceId,
    ]);
    await send(race, { audience });
    await worker().work();
    ordered.push(...emails);
    expect([narrowed, await orderedTo(race)]).toEqual([narrowed, [...ordered].sort()]);
    const [newest] = await announcements.list(race.raceId);
    expect(newest).toMatchObject({
      state: 'done',
      people: audience.state,
      isSearched: audience.search.kind !== 'all',
      isUnreached: audience.isUnreached,
      payment: audience.payment ?? null,
    });
  }
  // What was searched for is forgotten.
  const kept = await database.postgres.query(
    `SELECT FROM announcement WHERE race_id = $1 AND audience::text LIKE '%muell%'`,
    [race.raceId],
  );
  expect(kept).toEqual([]);
});

test('who has a bib that no mail named is told it once, also by two announcements at once, and again with another bib', async () => {
  const race = await raceWith(['ada@x.example', 'Ada@x.example', 'ben@x.example', 'late@x.example', 'new@x.example']);
  const [ada, child, ben, , fresh] = race.ids;
  const give = (id: string | undefined, number: number) =>
    database.postgres.query('INSERT INTO bib (race_id, number, registration_id) VALUES ($1, $2, $3)', [
      race.raceId,
      number,
      id,
    ]);
  for (const [n, id] of [ada, child, ben, fresh].entries()) await give(id, 101 + n);
  // The confirmation of one who registered when bibs were given already.
  await database.postgres.query(
    `INSERT INTO mail (registration_id, template, recipient, state, claimed_at)
     VALUES ($1, 'confirmation', 'new@x.example', 'accepted', now() + interval '2 minutes')`,
    [fresh],
  );
  const audience = { ...registered, isBibUntold: true };
  const bibs = () => new PostgresBibs({ postgres: database.postgres, hash: sha256, random: Math.random });
  const untold = async () => (await bibs().overview(race.raceId))?.untold;
  expect(await untold()).toBe(3);
  const dry = await openAnnounce().send(uuid7(), wished(race, { audience }), true);
  expect(dry).toMatchObject({ reach: { people: 3, mails: 2 } });
  expect(await untold()).toBe(3);

  const { id } = await send(race, { audience });
  await send(race, { audience });
  let both: Promise<unknown> | undefined;
  await database.postgres.transaction(async (sql) => {
    await sql.query('LOCK TABLE bib_told IN SHARE MODE');
    both = Promise.all([worker().work(), worker().work()]);
    // Both have read whom they write to.
    await until(async () => (await lockWaiters(database.postgres)) === 2);
  });
  await both;
  expect(await orderedTo(race)).toEqual(['ada@x.example', 'ben@x.example']);
  expect(await untold()).toBe(0);
  expect(await openAnnounce().preview(wished(race, { audience }))).toEqual({ kind: 'nobody' });
  const listed = await openAnnounce().announcements.list(race.raceId);
  expect(listed.find(({ announcementId }) => announcementId === id)).toMatchObject({
    isBibUntold: true,
    isUnreached: false,
  });
  // A version that does not know this filter would write to those whom a mail did not reach, and there are none.
  const [kept] = await database.postgres.query('SELECT audience FROM announcement WHERE id = $1', [id]);
  expect(kept).toMatchObject({ audience: { isUnreached: true } });

  await bibs().change({ registrationId: ben ?? '', number: 200, isDryRun: false });
  expect(await untold()).toBe(1);
  await send(race, { audience });
  await worker().work();
  expect(await orderedTo(race)).toEqual(['ada@x.example', 'ben@x.example', 'ben@x.example']);
});

test('what an older version ordered goes to its event and payment, and it finds nobody of an audience it cannot read', async () => {
  const race = await raceWith(['old@x.example']);
  const { id } = await send(race);
  const old = (payment: string) =>
    database.postgres.query(
      `SELECT FROM announcement a JOIN participant p USING (race_id) WHERE a.id = $1 AND (a.payment IS NULL OR a.payment = p.payment) AND p.payment = $2`,
      [id, payment],
    );
  expect(await old('captured')).toEqual([]);
  await database.postgres.query(`UPDATE announcement SET audience = NULL, payment = 'refunded' WHERE id = $1`, [id]);
  await worker().work();
  expect(await orderedTo(race)).toEqual([]);
  const second = await send(race);
  await database.postgres.query(`UPDATE announcement SET audience = NULL, payment = 'captured' WHERE id = $1`, [
    second.id,
  ]);
  await worker().work();
  expect(await orderedTo(race)).toEqual(['old@x.example']);
  expect((await openAnnounce().announcements.list(race.raceId))[0]).toMatchObject({
    payment: 'captured',
    people: 'registered',
    isSearched: false,
  });
});

test('a worker that dies after any call leaves an announcement that ends the same, with nobody written to twice', async () => {
  const emails = Array.from({ length: 7 }, (_, n) => `runner-${n}@x.example`);
  for (let crashAt = 1; ; crashAt++) {
    const race = await raceWith(emails);
    await send(race);
    const mortal = worker({ crashAt, road: { maxSendRate: 4 } });
    await mortal.work().catch(() => undefined);
    const died = mortal.calls() === crashAt;
    await freeLeases(race);
    await worker().work();
    expect([crashAt, await orderedTo(race)]).toEqual([crashAt, emails]);
    expect((await openAnnounce().announcements.list(race.raceId))[0]).toMatchObject({ state: 'done', ordered: 7 });
    if (!died) break;
  }
}, 60_000);

test('it stops between two steps, resumes where it stopped, and two workers share nothing', async () => {
  const race = await raceWith(Array.from({ length: 6 }, (_, n) => `r${n}@x.example`));
  const { id } = await send(race);
  const { announcements } = openAnnounce();
  const stop = () => announcements.steer('stopped', race.raceId, id, false);
  // Stopped while the first worker rests after its first step.
  await worker({ road: { maxSendRate: 4 }, after: stop }).work();
  expect(await orderedTo(race)).toHaveLength(2);
  expect(await stop()).toBe(false);
  await freeLeases(race);
  await worker().work();
  expect(await orderedTo(race)).toHaveLength(2);
  expect(await announcements.steer('sending', 'another-race', id, false)).toBe(false);
  expect(await announcements.steer('sending', race.raceId, id, true)).toBe(true);
  expect((await announcements.list(race.raceId))[0]?.state).toBe('stopped');
  expect(await announcements.steer('sending', race.raceId, id, false)).toBe(true);
  await Promise.all([worker().work(), worker().work()]);
  expect(await orderedTo(race)).toHaveLength(6);
  const audit = await database.postgres.query('SELECT action FROM audit WHERE race_id = $1 ORDER BY id', [race.raceId]);
  expect(audit).toEqual(
    ['announcement-sent', 'announcement-stopped', 'announcement-resumed'].map((action) => ({ action })),
  );
});

test('one that was stopped and that nobody resumes ends after 30 days, and what was searched for is forgotten', async () => {
  const race = await raceWith(['a@x.example', 'b@x.example']);
  const { id } = await send(race, { audience: { ...registered, search: { kind: 'number', number: 1 } } });
  const { announcements } = openAnnounce();
  await announcements.steer('stopped', race.raceId, id, false);
  const searchAfter = async (days: number) => {
    const text = 'UPDATE announcement SET made_at = now() - make_interval(days => $2) WHERE id = $1';
    await database.postgres.query(text, [id, days]);
    await worker().work();
    const kind = `audience -> 'search' ->> 'kind' AS search`;
    return database.postgres.query(`SELECT state, ${kind} FROM announcement WHERE id = $1`, [id]);
  };
  expect(await searchAfter(29)).toEqual([{ state: 'stopped', search: 'number' }]);
  expect(await searchAfter(31)).toEqual([{ state: 'done', search: 'forgotten' }]);
  expect(await announcements.steer('sending', race.raceId, id, false)).toBe(false);
  expect(await announcements.list(race.raceId)).toMatchObject([{ state: 'done', waits: 'given-up' }]);
  const audit = await database.postgres.query(`SELECT action FROM audit WHERE race_id = $1 AND actor = 'system'`, [
    race.raceId,
  ]);
  expect(audit).toEqual([{ action: 'announcement-given-up' }]);
});

test('it waits while a race opens, and says why', async () => {
  const race = await raceWith(['w@x.example']);
  await send(race);
  await database.postgres.query(`UPDATE race SET opens_at = now() + interval '20 minutes' WHERE id = $1`, [
    race.raceId,
  ]);
  await worker().work();
  expect(await orderedTo(race)).toEqual([]);
  expect((await openAnnounce().announcements.list(race.raceId))[0]).toMatchObject({
    state: 'sending',
    waits: 'opening',
  });
  await database.postgres.query(`UPDATE race SET opens_at = now() - interval '61 minutes' WHERE id = $1`, [
    race.raceId,
  ]);
  await freeLeases(race);
  await worker().work();
  expect(await orderedTo(race)).toEqual(['w@x.example']);
});

test('a repeat begins nothing, another text under the same id is refused, and a sixth one in a day too', async () => {
  const race = await raceWith(['s@x.example']);
  const { id } = await send(race);
  expect(await openAnnounce().send(id, wished(race), false)).toMatchObject({ kind: 'announced', sequence: 1 });
  expect(await openAnnounce().send(id, wished(race, { subject: 'Other' }), false)).toEqual({ kind: 'id-reused' });
  const searched = { audience: { ...registered, search: { kind: 'number', number: 1 } } } as const;
  const { id: second } = await send(race, searched);
  await worker().work();
  // Whom it was for is forgotten by now.
  expect(await openAnnounce().send(second, wished(race, searched), false)).toMatchObject({ sequence: 2 });
  expect(await openAnnounce().send(second, wished(race), false)).toEqual({ kind: 'id-reused' });
  for (let n = 3; n <= 5; n++) expect(await send(race)).toMatchObject({ sequence: n });
  expect(await openAnnounce().send(uuid7(), wished(race), false)).toEqual({ kind: 'too-many', most: 5 });
  expect(await openAnnounce().announcements.list(race.raceId)).toHaveLength(5);
});

test('a test goes to the person who is signed in, and an operator has none', async () => {
  const race = await raceWith(['t@x.example']);
  const { staffId, email } = await openStaff(database.postgres).invite('director');
  const text = wished(race);
  expect(await openAnnounce().announcements.test(text, false)).toEqual({ kind: 'nobody' });
  const signedIn = withSettings(database.postgres, { 'startline.staff': staffId });
  const tests = new PostgresAnnouncements({ ...needs(), postgres: signedIn });
  expect(await tests.test(text, false)).toEqual({ kind: 'ordered', to: email });
  const [row] = await database.postgres.query<{ id: string }>(`SELECT id FROM announcement WHERE race_id = $1`, [
    race.raceId,
  ]);
  const letters = new PostgresAnnouncementLetters(database.postgres);
  expect(await letters.test(row?.id ?? '')).toMatchObject({ email, subject: 'Start at 9', raceName: 'Harbour Run' });
  expect(await tests.list(race.raceId)).toEqual([]);
});

describe('the link in the mail', () => {
  const tokens = new SignedOptOuts(openSigner(async () => ({ kid: 'k1', k1: 'k'.repeat(64) })));
  const api = () =>
    ourApi(
      optOutRoutes({
        readOptOut: (token) => tokens.readOptOut(token),
        optOuts: new PostgresOptOuts(database.postgres),
        pageOf: ({ raceId }, token) => `https://startline.example/news/${raceId}#${token}`,
      }),
    );
  // biome-ignore lint/suspicious/noExplicitAny: an answer of API Gateway
  const ask = async (method: string, token: string, body = '', type = 'application/json'): Promise<any> =>
    api()(
      requestEvent({
        routeKey: `${method} /api/opt-outs/{token}`,
        path: { token },
        ...(body && { body }),
        headers: { 'content-type': type },
      }),
    );

  test('ends the news by the POST of a mail program, and not by being opened', async () => {
    const race = await raceWith(['click@x.example']);
    const { ids } = race;
    const token = await tokens.signOptOut('Click@x.example', race.raceId);
    const { sequence = 0 } = await send(race);
    const letters = new PostgresAnnouncementLetters(database.postgres);
    const letter = () => letters.find(ids[0] ?? '', sequence);

    const opened = await ask('GET', token);
    expect([opened.statusCode, opened.headers.location]).toEqual([
      303,
      `https://startline.example/news/${race.raceId}#${token}`,
    ]);
    expect(await letter()).toMatchObject({ subject: 'Start at 9', readers: [{ firstName: 'Ada', number: 1 }] });

    const clicked = await ask('POST', token, 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded');
    expect([clicked.statusCode, JSON.parse(clicked.body)]).toMatchObject([
      200,
      { from: 'race', raceName: 'Harbour Run' },
    ]);
    expect(await letter()).toBeUndefined();

    await ask('POST', token, JSON.stringify({ from: 'nothing' }));
    expect(await letter()).toBeDefined();

    // Who wants no news of any race gets none after a click in an old mail, either.
    await ask('POST', token, JSON.stringify({ from: 'organiser' }));
    await ask('POST', token, 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded');
    const all = 'SELECT FROM mail_optout WHERE race_id IS NULL AND email_hash = $1';
    expect(await database.postgres.query(all, [(await tokens.readOptOut(token))?.emailHash])).toHaveLength(1);
  });

  test('is nothing without our signature, and its body says what is wanted', async () => {
    const race = await raceWith(['sig@x.example']);
    const token = await tokens.signOptOut('sig@x.example', race.raceId);
    const forged = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await ask('POST', forged, JSON.stringify({ from: 'race' }))).statusCode).toBe(404);
    expect((await ask('GET', forged)).statusCode).toBe(404);
    expect((await ask('POST', token, JSON.stringify({ from: 'everything' }))).statusCode).toBe(422);
    expect((await ask('POST', token, 'a=b', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
  });
});
