import { CachedRaceOverviews } from '../../lambdas/directing/cached-race-overviews';
import type { RaceDetails } from '../../lambdas/directing/ports';
import { uuid7 } from '../../lambdas/platform/uuid';
import { openFleet } from '../platform/cache/fleet';
import { openConsole } from '../staff/console-world';
import { makeRace } from '../support/races/race';

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

describe('who changes something', () => {
  const console = openConsole();

  test('sees it at once', async () => {
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
});
