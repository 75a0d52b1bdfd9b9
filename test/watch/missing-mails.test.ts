import { uuid7 } from '../../lambdas/platform/uuid';
import { cancelOneOf, enter, enterGroup } from './books';
import { openWatched } from './watched-system';

const watched = openWatched();

/** The lanes move: what was settled 24 minutes ago was mailed. */
beforeEach(() => enter(watched.postgres, watched.race, 20, { minutesAgo: 24 }));

const ordered = async () => {
  await watched.watch();
  return (await watched.orders()).map(({ body }) => [body.registrationId, body.template, body.generation].join(' '));
};
const audit = (action: string, registrationId: string | null, detail: object, minutesAgo: number) =>
  watched.againstTheRules(
    `INSERT INTO audit (actor, action, event_id, registration_id, detail, at)
     VALUES ('runner', $1, $2, $3, $4, clock_timestamp() - make_interval(mins => $5))`,
    [action, watched.race.eventId, registrationId, detail, minutesAgo],
  );
const mailed = (id: string, template: string, generation = 1) =>
  watched.change(
    `INSERT INTO mail (registration_id, template, generation, recipient, state, claimed_at)
     VALUES ($1, $2, $3, 'ada@example.com', 'accepted', clock_timestamp() - interval '5 minutes')`,
    [id, template, generation],
  );
const transfer = async (state: 'offered' | 'accepted', minutesAgo: number) => {
  const from = await enter(watched.postgres, watched.race, 1, { minutesAgo: 100 });
  const id = uuid7();
  await watched.change(
    `INSERT INTO transfer (id, registration_id, recipient, state, offered_at)
     VALUES ($1, $2, '{"firstName": "Bea", "email": "bea@example.com"}', $3, clock_timestamp() - make_interval(mins => $4))`,
    [id, from, state, minutesAgo],
  );
  return { from, id };
};

test('a runner who cancelled and has no mail about it gets one; a runner who has one, or cancelled just now, gets none', async () => {
  const [lost, told, justNow] = [
    await enter(watched.postgres, watched.race, 0, { outcome: 'refused' }),
    await enter(watched.postgres, watched.race, 0, { outcome: 'refused' }),
    await enter(watched.postgres, watched.race, 0, { outcome: 'refused' }),
  ];
  await audit('cancelled', lost, {}, 40);
  await audit('cancelled', told, {}, 40);
  await audit('cancelled', justNow, {}, 5);
  await mailed(told, 'cancellation');
  expect(await ordered()).toEqual([`${lost} cancellation 1`]);
});

test('somebody who is offered a spot by its runner hears of it, unless it was taken back', async () => {
  const { id } = await transfer('offered', 40);
  expect(await ordered()).toEqual([`${id} transfer-offer 1`]);
  await watched.change('DELETE FROM outbox');
  await watched.memcached.delete(`repeated:mail:${id}:transfer-offer:1`);
  await watched.change(`UPDATE transfer SET state = 'withdrawn'`);
  expect(await ordered()).toEqual([]);
});

test('after a spot was passed on both hear of it, even if the mail to one of them was lost', async () => {
  const { from, id } = await transfer('accepted', 50);
  await watched.change(
    `WITH old AS (
       UPDATE registration r SET live = false, spot = NULL, block = NULL, ended = 'transferred'
       FROM registration was WHERE was.id = r.id AND r.id = $1 RETURNING was.event_id, was.spot, was.block
     )
     INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, paid_as, runner, recorded_at)
     SELECT $2, event_id, 'bea', 'confirmed', true, spot, block, spot, 'transfer', $1, '{}', clock_timestamp() - interval '40 minutes' FROM old`,
    [from, id],
  );
  expect((await ordered()).sort()).toEqual([`${from} transferred 1`, `${id} confirmation 1`].sort());
  await watched.change('DELETE FROM outbox');
  await mailed(id, 'confirmation');
  await mailed(from, 'transferred');
  expect(await watched.found()).toEqual([]);
});

test('somebody who waited and is offered a spot hears of this offer, not only of the one before', async () => {
  const [place, block] = [uuid7(), await watched.openBlock([3])];
  await watched.change(
    `INSERT INTO waiting (id, event_id, person, runner, rank, state, block, offers) VALUES ($1, $2, 'grace', '{}', 1, 'offered', $3, 2)`,
    [place, watched.race.eventId, block],
  );
  await audit('offered', null, { place, spot: 3, block }, 40);
  await mailed(place, 'offer', 1);
  expect(await ordered()).toEqual([`${place} offer 2`]);
  await mailed(place, 'offer', 2);
  expect(await watched.found()).toEqual([]);
});

test('somebody who was taken off the waiting list hears of it, unless they joined again', async () => {
  const place = uuid7();
  await watched.change(
    `INSERT INTO waiting (id, event_id, person, runner, rank, state, removed_at)
     VALUES ($1, $2, 'grace', '{}', 1, 'left', clock_timestamp() - interval '40 minutes')`,
    [place, watched.race.eventId],
  );
  expect(await ordered()).toEqual([`${place} place-removed 1`]);
  await watched.change('DELETE FROM outbox');
  await watched.memcached.delete(`repeated:mail:${place}:place-removed:1`);
  await watched.change(`UPDATE waiting SET state = 'registered'`);
  expect(await ordered()).toEqual([]);
});

test('a later copy is the mail: a runner who has it misses none', async () => {
  const id = await enter(watched.postgres, watched.race, 2, { minutesAgo: 40, isMailed: false });
  expect(await watched.found()).toEqual(['MailsMissing 1']);
  await mailed(id, 'confirmation', 2);
  expect(await watched.found()).toEqual([]);
});

test('two mails of one registration are ordered each in its own time', async () => {
  const id = await enter(watched.postgres, watched.race, 2, { minutesAgo: 40, isMailed: false });
  expect(await ordered()).toEqual([`${id} confirmation 1`]);
  await audit('cancelled', id, {}, 39);
  expect(await ordered()).toEqual([`${id} confirmation 1`, `${id} cancellation 1`]);
});

test('the guardian of a minor who is in misses the copy of what they signed; nobody else misses one', async () => {
  const [minor, adult] = [
    await enter(watched.postgres, watched.race, 3, { minutesAgo: 40 }),
    await enter(watched.postgres, watched.race, 4, { minutesAgo: 40 }),
  ];
  const sign = (id: string, by: string) =>
    watched.change('UPDATE registration SET signatures = $2 WHERE id = $1', [id, JSON.stringify([{ by }])]);
  await sign(minor, 'guardian');
  await sign(adult, 'self');
  expect(await ordered()).toEqual([`${minor} guardian-copy 1`]);
  await mailed(minor, 'guardian-copy');
  expect(await watched.found()).toEqual([]);
});

test('each of several who were registered by one payment hears of it; one who is out by then does not', async () => {
  const ids = await enterGroup(watched.postgres, watched.race, [1, 2, 3], { minutesAgo: 40 });
  await watched.change(`DELETE FROM mail WHERE registration_id = ANY ($1::uuid[])`, [ids.slice(1)]);
  await cancelOneOf(watched.postgres, watched.race, ids, 3);
  expect(await ordered()).toEqual([`${ids[1]} confirmation 1`]);
});
