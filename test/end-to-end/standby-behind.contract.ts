import { openPostgres } from '../../lambdas/platform/postgres/open-postgres';
import { uuid7 } from '../../loadtest/uuid7';
import { until } from '../support/until';
import { openClient } from './support/client';
import { databaseUrl } from './support/database';
import { direct } from './support/director';
import type { RunningSystem } from './support/running-system';

const raceId = 'the-standby-mile';
const eventId = uuid7();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const createRace = {
  ...{ id: raceId, name: 'The Standby Mile', place: 'Millbrook', date: inDays(90).slice(0, 10) },
  ...{ timeZone: 'Europe/Berlin', description: 'Once around.', currency: 'EUR' },
  ...{ opensAt: inDays(-1), closesAt: inDays(60), changes: { refundPercent: 0 } },
  waiver: { version: '1', text: 'I am fit to run.' },
  events: [
    {
      ...{ id: eventId, name: 'Mile', distance: 1_609, capacity: 8 },
      prices: [{ label: 'Regular', from: inDays(-2), amount: 1_000 }],
    },
  ],
};

/** What the crowd is told while the functions that answer it read from a standby that stands still. */
export const standbyIsBehind = (system: RunningSystem): void =>
  test(
    'a race that the standby has not got yet is not called unknown, and is there as soon as the standby is',
    system.watched(async () => {
      const client = openClient(system.url);
      const page = async (id: string) => (await client('GET', `/api/races/${id}`)).status;
      const hold = async () =>
        (await client('POST', `/api/races/${raceId}/holds`, { json: { registrationId: uuid7(), eventId } })).status;
      const standby = openPostgres(databaseUrl(system, 'postgres', 'standby'), { maxConnections: 1 });
      try {
        await standby.query('SELECT pg_wal_replay_pause()');
        await until(async () => {
          const [row] = await standby.query<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state');
          return row?.state === 'paused';
        });
        await direct(system, [{ createRace }]);
        expect([await page(raceId), await hold(), await page('no-such-race')]).toEqual([503, 503, 404]);
      } finally {
        await standby.query('SELECT pg_wal_replay_resume()');
        await standby.close();
      }
      await until(async () => (await page(raceId)) === 200);
      await until(async () => (await hold()) === 201);
    }),
  );
