import { CachedRaceOverviews } from '../../lambdas/directing/cached-race-overviews';
import type { RaceDetails } from '../../lambdas/directing/ports';
import { personOf } from '../../lambdas/domain/person/person';
import { uuid7 } from '../../lambdas/platform/uuid';
import { counterKey, graceAfter } from '../../lambdas/spots/blocks/block';
import { registerRunner } from '../mail/register-runner';
import { openFleet } from '../platform/cache/fleet';
import { openConsole } from '../staff/console-world';
import { patientMemcached } from '../support/memcached';
import { makeRace } from '../support/races/race';
import { joinConfirmed, waitingListOn } from '../support/races/waiting-list';

describe('a race that many people have open', () => {
  const fleet = openFleet();

  test('is counted once for all of them, by whichever function they are answered', async () => {
    let counts = 0;
    const find = async (id: string) => {
      counts++;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { id, registered: counts } as RaceDetails;
    };
    const functions = Array.from(
      { length: 3 },
      () => new CachedRaceOverviews(fleet.process(), { find, list: async () => [] }),
    );
    const everybody = () =>
      Promise.all(functions.flatMap((races) => Array.from({ length: 30 }, () => races.find('harbour'))));
    expect(new Set((await everybody()).map((race) => race?.registered))).toEqual(new Set([1]));
    await functions[0]?.forget('harbour');
    // A browser may be answered by another function than the one that changed something.
    expect((await functions[1]?.find('harbour'))?.registered).toBe(2);
    expect(counts).toBe(2);
  });
});

describe('in the console', () => {
  const console = openConsole();

  test('who changes something sees it at once', async () => {
    const { raceId, eventId } = await makeRace(console.postgres, { spots: 5 });
    const { secret } = await console.signedIn([{ role: 'director', raceId }]);
    const capacity = async () => (await console.call('GET', `/races/${raceId}`, { secret })).body.capacity;
    const order = (query?: { dry: 'true' }) =>
      console.call('POST', `/races/${raceId}/commands/changeCapacity`, {
        secret,
        json: { eventId, capacity: 9 },
        headers: { 'idempotency-key': uuid7() },
        ...(query && { query }),
      });
    expect(await capacity()).toBe(5);
    expect((await order({ dry: 'true' })).status).toBe(200);
    expect(await capacity()).toBe(5);
    expect((await order()).status).toBe(200);
    expect(await capacity()).toBe(9);
  });

  test('who has not confirmed their place on the waiting list is not among those who get offers', async () => {
    const race = await makeRace(console.postgres, { spots: 1 });
    const { raceId, eventId } = race;
    await registerRunner(console.postgres, race);
    const joins = ['ada', 'bea', 'cara'].map((name) => {
      const runner = { firstName: name, lastName: 'Test', email: `${name}@example.com`, birthDate: '1990-01-01' };
      return { placeId: uuid7(), person: personOf(runner), runner, size: 1 };
    });
    await joinConfirmed(console.postgres, eventId, joins.slice(0, 2));
    await waitingListOn(console.postgres).join(eventId, joins.slice(2));
    const { secret } = await console.signedIn([{ role: 'viewer', raceId }]);
    expect((await console.call('GET', `/races/${raceId}`, { secret })).body.events).toMatchObject([{ waiting: 2 }]);
  });

  test.each<[string, string | undefined, number]>([
    ['one of three was dealt, besides a group of two', '1', 3],
    ['nobody knows how many were dealt, besides a group of two', undefined, 2],
  ])('a race and the plan of a change say alike how many spots are held: %s', async (_, dealt, held) => {
    const { raceId, eventId } = await makeRace(console.postgres, { spots: 9 });
    const [block, group, offer] = [uuid7(), uuid7(), uuid7()];
    for (const [id, owner, numbers, closes] of [
      [block, null, [1, 2, 3], '20 minutes'],
      [group, null, [4, 5], `${300 + 600 + graceAfter.spent} seconds`],
      [offer, 'ada', [6], '1 day'],
    ] as const) {
      await console.postgres.query(
        `INSERT INTO block (id, event_id, owner, numbers, hold_seconds, deal_until, closes_at)
         VALUES ($1, $2, $3, $4, 600, now() + interval '300 seconds', now() + $5::interval)`,
        [id, eventId, owner, numbers, closes],
      );
      await console.postgres.query('UPDATE spot SET block = $1 WHERE event_id = $2 AND number = ANY ($3)', [
        id,
        eventId,
        numbers,
      ]);
    }
    const memcached = patientMemcached(console.memcachedUrl);
    if (dealt !== undefined) await memcached.set(counterKey(block), dealt, 60);
    memcached.close();

    const { secret } = await console.signedIn([{ role: 'director', raceId }]);
    const ask = (method: string, path: string, json?: unknown, seen?: string) =>
      console.call(method, `/races/${raceId}${path}`, {
        secret,
        json,
        headers: { 'idempotency-key': uuid7(), ...(seen !== undefined && { 'if-match': `"${seen}"` }) },
      });
    expect((await ask('GET', '')).body.events).toMatchObject([{ held }]);
    const { document, seen } = (await ask('GET', '/document')).body;
    const [event] = document.events;
    const prices = [{ ...event.prices[0], amount: 12_300 }];
    const draft = { ...document, events: [{ ...event, prices, capacity: 8 }] };
    expect((await ask('PUT', '/draft', { draft }, seen)).status).toBe(200);
    const { plan, hash, seen: agreed } = (await ask('POST', '/plan', {})).body.planned;
    expect(plan.facts).toMatchObject({ held });
    const [removed, kept] = plan.consequences;
    expect([removed, kept]).toMatchObject([
      { kind: 'spots-removed', count: 1 },
      { kind: 'holds-keep-price', count: held },
    ]);
    // The last of these blocks ends in 20 minutes. An offer is no hold.
    expect(Date.parse(kept.until)).toBeLessThan(Date.now() + 1_200_001);
    expect((await ask('POST', '/publication', { plan: hash }, agreed)).status).toBe(200);
  });
});
