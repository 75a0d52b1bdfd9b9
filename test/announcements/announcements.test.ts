import { PostgresAnnouncements } from '../../lambdas/announcements/postgres-announcements';
import { PostgresAnnouncementLetters } from '../../lambdas/mail/opt-out/postgres-opt-outs';
import { withSettings } from '../../lambdas/platform/postgres/settings';
import { uuid7 } from '../../lambdas/platform/uuid';
import { openStaff } from '../staff/staff-world';
import { openAnnouncing, registered, wished } from './announcing';

const announcing = openAnnouncing();
const { needs, worker, openAnnounce, raceWith, orderedTo, freeLeases, send } = announcing;

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
  const audit = await announcing.postgres.query('SELECT action FROM audit WHERE race_id = $1 ORDER BY id', [
    race.raceId,
  ]);
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
    await announcing.postgres.query(text, [id, days]);
    await worker().work();
    const kind = `audience -> 'search' ->> 'kind' AS search`;
    return announcing.postgres.query(`SELECT state, ${kind} FROM announcement WHERE id = $1`, [id]);
  };
  expect(await searchAfter(29)).toEqual([{ state: 'stopped', search: 'number' }]);
  expect(await searchAfter(31)).toEqual([{ state: 'done', search: 'forgotten' }]);
  expect(await announcements.steer('sending', race.raceId, id, false)).toBe(false);
  expect(await announcements.list(race.raceId)).toMatchObject([{ state: 'done', waits: 'given-up' }]);
  const audit = await announcing.postgres.query(`SELECT action FROM audit WHERE race_id = $1 AND actor = 'system'`, [
    race.raceId,
  ]);
  expect(audit).toEqual([{ action: 'announcement-given-up' }]);
});

test('it waits while a race opens, and says why', async () => {
  const race = await raceWith(['w@x.example']);
  await send(race);
  await announcing.postgres.query(`UPDATE race SET opens_at = now() + interval '20 minutes' WHERE id = $1`, [
    race.raceId,
  ]);
  await worker().work();
  expect(await orderedTo(race)).toEqual([]);
  expect((await openAnnounce().announcements.list(race.raceId))[0]).toMatchObject({
    state: 'sending',
    waits: 'opening',
  });
  await announcing.postgres.query(`UPDATE race SET opens_at = now() - interval '61 minutes' WHERE id = $1`, [
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
  const { staffId, email } = await openStaff(announcing.postgres).invite('director');
  const text = wished(race);
  expect(await openAnnounce().announcements.test(text, false)).toEqual({ kind: 'nobody' });
  const signedIn = withSettings(announcing.postgres, { 'startline.staff': staffId });
  const tests = new PostgresAnnouncements({ ...needs(), postgres: signedIn });
  expect(await tests.test(text, false)).toEqual({ kind: 'ordered', to: email });
  const [row] = await announcing.postgres.query<{ id: string }>(`SELECT id FROM announcement WHERE race_id = $1`, [
    race.raceId,
  ]);
  const letters = new PostgresAnnouncementLetters(announcing.postgres);
  expect(await letters.test(row?.id ?? '')).toMatchObject({ email, subject: 'Start at 9', raceName: 'Harbour Run' });
  expect(await tests.list(race.raceId)).toEqual([]);
});
