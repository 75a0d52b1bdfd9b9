import { planCapacity } from '../capacity/plan-capacity';
import { PostgresOpenings } from '../capacity/postgres-openings';
import { sqsOrders } from '../capacity/sqs-orders';
import { planWorker } from '../capacity/worker';
import { browseRaces } from '../races/browse-races';
import { CachedSpotCounts } from '../spots/availability/cached-spot-counts';
import { countSpots } from '../spots/availability/postgres-spot-counts';
import { now } from './wiring/connections/clock';
import { openDataCache } from './wiring/connections/data-cache';
import { instrument, log } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { openQueue } from './wiring/connections/queues';
import { readEnv } from './wiring/connections/read-env';
import { openLineMinutes } from './wiring/selling/lines';

const env = readEnv('plan-capacity');
const writer = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const reader = openPostgres(env.READER_URL, { maxConnections: 1 });
const { data, cache, races } = openDataCache(env, reader);
const browse = browseRaces({ races, spotCounts: new CachedSpotCounts(cache, reader, data), now });

/**
 * Into the data cache and the reader's memory: the list of races, the race with its events and prices, and the spots
 * left. Into the writer's memory: the spots of which the first block is cut. The block itself is cut at the opening, by
 * the database's clock.
 */
const readAhead = async (raceId: string) => {
  await browse.list();
  await browse.availability(raceId);
  const race = await races.find(raceId);
  await countSpots(writer, race?.events.map(({ id }) => id) ?? []);
};

const seeToLines = openLineMinutes(env, {
  writer,
  data,
  races,
  report: (error) => log.error('The lines were not looked after.', error),
});

const plan = planCapacity({
  openings: new PostgresOpenings(writer),
  orders: sqsOrders(openQueue(env.CAPACITY_QUEUE_URL)),
  readAhead,
  report: (raceId, error) => log.warn('A race could not be read ahead.', { raceId, reason: String(error) }),
});

export const handler = instrument(
  'plan-capacity',
  planWorker(async () => {
    await seeToLines();
    return plan();
  }),
);
