import type { Settings } from '../../../contract/settings';
import { cancelRace, shutRace } from '../../../jobs/cancel-race';
import { PostgresCancellations } from '../../../jobs/postgres-cancellations';
import { PostgresJobQueue } from '../../../jobs/postgres-job-queue';
import type { Memcached } from '../../../platform/memcached/memcached';
import type { Postgres } from '../../../platform/postgres/postgres';
import { uuid7 } from '../../../platform/uuid';
import type { RaceNews } from '../../../races/race';
import { cancelForDirector } from '../../../registration/change/cancel-for-director';
import { heldOf } from '../../../spots/blocks/memcached-undealt';
import { reclaimIn, spotsWith } from '../../../spots/blocks/postgres-ledger';
import { openChanges } from '../changing/changes';
import { waitingOffers } from '../mail/mail';
import { openRaceCommands } from './directing';

type Env = Settings<'MAIL_LANES'>;

/** How a race is cancelled. `news`: who is told that a race has changed. */
export const openCancelling = (env: Env, postgres: Postgres, data: Memcached, news: RaceNews) => {
  const reclaim = reclaimIn(spotsWith(waitingOffers(env).giveToWaiting));
  const cancellations = new PostgresCancellations({ postgres, newId: uuid7, reclaimIn: reclaim, heldOf: heldOf(data) });
  const { changeSale } = openRaceCommands(env, postgres, data, news);
  const raceChanged = (raceId: string) => news.changed(raceId);
  return {
    cancellations,
    cancelRace: cancelRace({ cancellations, changeSale, raceChanged }),
    shut: (raceId: string) => shutRace({ cancellations, changeSale }, raceId),
  };
};

/** What works on jobs. */
export const openJobs = (env: Env, postgres: Postgres, data: Memcached, news: RaceNews) => ({
  jobs: new PostgresJobQueue(postgres),
  shut: openCancelling(env, postgres, data, news).shut,
  cancel: cancelForDirector(openChanges(env, postgres, data)),
  newId: uuid7,
});
