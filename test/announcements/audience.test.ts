import type { Audience } from '../../lambdas/announcements/ports';
import { PostgresBibs } from '../../lambdas/bibs/giving/postgres-bibs';
import { PostgresOptOuts } from '../../lambdas/mail/opt-out/postgres-opt-outs';
import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { lockWaiters } from '../support/postgres/lock-waiters';
import type { MadeRace } from '../support/races/race';
import { until } from '../support/until';
import { openAnnouncing, registered, wished } from './announcing';

const announcing = openAnnouncing();
const { worker, openAnnounce, raceWith, orderedTo, send } = announcing;

test('each address gets it once; who opted out or cannot be reached is counted and left out', async () => {
  const race = await raceWith(['ada@x.example', 'Ada@x.example', 'ben@x.example', 'out@x.example', 'dead@x.example']);
  await announcing.postgres.query(`INSERT INTO mail_suppression (email_hash, reason) VALUES ($1, 'bounce')`, [
    sha256('dead@x.example'),
  ]);
  const optOuts = new PostgresOptOuts(announcing.postgres);
  await optOuts.set({ emailHash: sha256('out@x.example'), raceId: race.raceId }, 'race');

  const dry = await openAnnounce().send(uuid7(), wished(race), true);
  expect(dry).toMatchObject({ kind: 'announced', reach: { people: 5, mails: 2, optedOut: 1, unreachable: 1 } });
  expect(await openAnnounce().announcements.list(race.raceId)).toEqual([]);

  const { id, reach } = await send(race);
  expect(reach).toMatchObject({ mails: 2 });
  // Somebody who registers now is not meant.
  await announcing.postgres.query('UPDATE participant SET recorded_at = now() + $2 WHERE registration_id = $1', [
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
  const optOuts = new PostgresOptOuts(announcing.postgres);
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
  await announcing.postgres.query(
    `UPDATE registration SET live = false, ended = 'cancelled', spot = NULL, block = NULL WHERE id = ANY ($1::uuid[])`,
    [[gone, too]],
  );
  await announcing.postgres.query(
    `UPDATE registration SET runner = runner || '{"lastName": "Müller"}' WHERE id = ANY ($1::uuid[])`,
    [[gone, race.ids[3]]],
  );
  await announcing.postgres.query(
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
    await announcing.postgres.query(`UPDATE announcement SET made_at = now() - interval '2 days' WHERE race_id = $1`, [
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
  const kept = await announcing.postgres.query(
    `SELECT FROM announcement WHERE race_id = $1 AND audience::text LIKE '%muell%'`,
    [race.raceId],
  );
  expect(kept).toEqual([]);
});

test('who has a bib that no mail named is told it once, also by two announcements at once, and again with another bib', async () => {
  const race = await raceWith(['ada@x.example', 'Ada@x.example', 'ben@x.example', 'late@x.example', 'new@x.example']);
  const [ada, child, ben, , fresh] = race.ids;
  const give = (id: string | undefined, number: number) =>
    announcing.postgres.query('INSERT INTO bib (race_id, number, registration_id) VALUES ($1, $2, $3)', [
      race.raceId,
      number,
      id,
    ]);
  for (const [n, id] of [ada, child, ben, fresh].entries()) await give(id, 101 + n);
  // The confirmation of one who registered when bibs were given already.
  await announcing.postgres.query(
    `INSERT INTO mail (registration_id, template, recipient, state, claimed_at)
     VALUES ($1, 'confirmation', 'new@x.example', 'accepted', now() + interval '2 minutes')`,
    [fresh],
  );
  const audience = { ...registered, isBibUntold: true };
  const bibs = () => new PostgresBibs({ postgres: announcing.postgres, hash: sha256, random: Math.random });
  const untold = async () => (await bibs().overview(race.raceId))?.untold;
  expect(await untold()).toBe(3);
  const dry = await openAnnounce().send(uuid7(), wished(race, { audience }), true);
  expect(dry).toMatchObject({ reach: { people: 3, mails: 2 } });
  expect(await untold()).toBe(3);

  const { id } = await send(race, { audience });
  await send(race, { audience });
  let both: Promise<unknown> | undefined;
  await announcing.postgres.transaction(async (sql) => {
    await sql.query('LOCK TABLE bib_told IN SHARE MODE');
    both = Promise.all([worker().work(), worker().work()]);
    // Both have read whom they write to.
    await until(async () => (await lockWaiters(announcing.postgres)) === 2);
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
  const [kept] = await announcing.postgres.query('SELECT audience FROM announcement WHERE id = $1', [id]);
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
    announcing.postgres.query(
      `SELECT FROM announcement a JOIN participant p USING (race_id) WHERE a.id = $1 AND (a.payment IS NULL OR a.payment = p.payment) AND p.payment = $2`,
      [id, payment],
    );
  expect(await old('captured')).toEqual([]);
  await announcing.postgres.query(`UPDATE announcement SET audience = NULL, payment = 'refunded' WHERE id = $1`, [id]);
  await worker().work();
  expect(await orderedTo(race)).toEqual([]);
  const second = await send(race);
  await announcing.postgres.query(`UPDATE announcement SET audience = NULL, payment = 'captured' WHERE id = $1`, [
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
