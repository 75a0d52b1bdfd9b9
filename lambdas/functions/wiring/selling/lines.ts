import type { Settings } from '../../../contract/settings';
import { armLines, lineEventsOf } from '../../../line/calling/arm-lines';
import { beginSurges } from '../../../line/calling/begin-surges';
import { everyMinute } from '../../../line/calling/every-minute';
import { MemcachedLineCounts } from '../../../line/calling/memcached-line-counts';
import { MemcachedStrain } from '../../../line/calling/memcached-strain';
import { PostgresLineRegister } from '../../../line/calling/postgres-line-register';
import { PostgresTicks } from '../../../line/calling/postgres-ticks';
import { tick } from '../../../line/calling/tick';
import { sqsErrands, sqsLineWork } from '../../../line/draw/sqs-errands';
import type { Memcached } from '../../../platform/memcached/memcached';
import type { Postgres } from '../../../platform/postgres/postgres';
import type { CachedRaces } from '../../../races/cached-races';
import { MemcachedOutcomes } from '../../../registration/show/memcached-outcomes';
import { openQueue } from '../connections/queues';

interface Stores {
  /** The primary database. */
  readonly writer: Postgres;
  readonly data: Memcached;
  readonly races: CachedRaces;
  readonly report: (error: unknown) => void;
}

type Env = Settings<'LINE_WORK_QUEUE_URL' | 'LINE_ERRANDS_QUEUE_URL' | 'LINE_RATE_MAX'>;

const lagIn = (data: Memcached) => {
  const outcomes = new MemcachedOutcomes(data);
  return (raceId: string) => outcomes.lag(raceId);
};

/** One step of all lines. */
export const openTick = (
  env: Pick<Env, 'LINE_WORK_QUEUE_URL' | 'LINE_RATE_MAX'>,
  { writer, data, races, report }: Stores,
) =>
  tick({
    ticks: new PostgresTicks(writer),
    counts: new MemcachedLineCounts(data),
    lag: lagIn(data),
    rateMax: env.LINE_RATE_MAX,
    order: sqsLineWork(openQueue(env.LINE_WORK_QUEUE_URL)),
    changed: (raceId) => races.changed(raceId),
    report,
  });

/** What is done for lines every minute. */
export const openLineMinutes = (env: Env, stores: Stores) => {
  const { writer, data, races, report } = stores;
  const changed = (raceId: string) => races.changed(raceId);
  const register = new PostgresLineRegister(writer);
  return everyMinute({
    arm: armLines({
      register,
      findRace: (raceId) => races.find(raceId),
      changed,
    }),
    beginSurges: beginSurges({
      register,
      memory: new MemcachedStrain(data),
      lag: lagIn(data),
      async eventsOf(raceId) {
        const race = await races.find(raceId);
        return race ? lineEventsOf(race) : [];
      },
      changed,
    }),
    register,
    errands: sqsErrands(openQueue(env.LINE_ERRANDS_QUEUE_URL), Date.now),
    order: sqsLineWork(openQueue(env.LINE_WORK_QUEUE_URL)),
    tick: openTick(env, stores),
    report,
  });
};
