import type { Settings } from '../../../contract/settings';
import { directed, type RunCommand, raceOf } from '../../../directing/carry-out-command';
import { PostgresSubjects } from '../../../directing/postgres-subjects';
import { directWorker } from '../../../directing/worker';
import type { Memcached } from '../../../platform/memcached/memcached';
import { unwritten } from '../../../platform/memcached/unwritten';
import type { Postgres } from '../../../platform/postgres/postgres';
import { undone, withSettings } from '../../../platform/postgres/settings';
import type { RaceNews } from '../../../races/race';
import { openCommands } from './commands';

type Env = Settings<'MAIL_LANES' | 'PUBLICATIONS_QUEUE_URL' | 'SIGNING_KEYS_SECRET_ID' | 'SITE_URL' | 'WEBHOOK_HOSTS'>;

export const nobodyIsTold: RaceNews = { changed: async () => {} };

/** What can run commands: for good, or to be taken back. */
export const openRunning = (env: Env, data: Memcached) => {
  const runIn = (where: Postgres, cache: Memcached, told: RaceNews): RunCommand =>
    directWorker(openCommands(env, where, cache, told));
  return {
    runIn,
    undoneIn:
      (postgres: Postgres): RunCommand =>
      (message) =>
        undone(postgres, (dry) => runIn(dry, unwritten(data), nobodyIsTold)(message)),
  };
};

/** The table of commands, as the function `direct` runs it. */
export const openDirect = (env: Env, postgres: Postgres, data: Memcached, news: RaceNews): RunCommand => {
  const { runIn, undoneIn } = openRunning(env, data);
  const subjects = new PostgresSubjects(postgres);
  return directed({
    // Each audit row names the race, as it does when the console orders the same, and who ordered it.
    run: async ({ message, by }) => {
      const raceId = await raceOf(subjects)(message);
      const settings = {
        ...(raceId !== undefined && { 'startline.race': raceId }),
        ...(by !== undefined && { 'startline.operator': by }),
      };
      const where = Object.keys(settings).length === 0 ? postgres : withSettings(postgres, settings);
      return runIn(where, data, news)(message);
    },
    runUndone: undoneIn(postgres),
  });
};
