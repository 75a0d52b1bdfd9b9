import type { Settings } from '../../../contract/settings';
import { CachedRaceOverviews } from '../../../directing/cached-race-overviews';
import { carryOut, type Order } from '../../../directing/carry-out-command';
import { PostgresRaceOverviews } from '../../../directing/postgres-race-overviews';
import { PostgresSubjects } from '../../../directing/postgres-subjects';
import { type Acting, commandRoutes, openOrdering } from '../../../directing/routes/command-routes';
import { editingRoutes } from '../../../directing/routes/editing-routes';
import { exportRoutes } from '../../../directing/routes/export-routes';
import { mailRoutes } from '../../../directing/routes/mail-routes';
import { overviewRoutes } from '../../../directing/routes/overview-routes';
import { participantRoutes } from '../../../directing/routes/participant-routes';
import { uploadRoutes } from '../../../directing/routes/upload-routes';
import type { Cache } from '../../../platform/cache/cache';
import type { Memcached } from '../../../platform/memcached/memcached';
import type { Postgres } from '../../../platform/postgres/postgres';
import { withSettings } from '../../../platform/postgres/settings';
import { sha256 } from '../../../platform/signed-tokens';
import type { RaceNews } from '../../../races/race';
import { heldOf } from '../../../spots/blocks/memcached-undealt';
import type { StaffPace } from '../../../staff/ports';
import { PostgresCommandLog } from '../../../staff/postgres-command-log';
import { nobodyIsTold, openRunning } from './direct';
import { openEditing } from './editing';
import { openExports } from './exports';
import { openMailSamples } from './mails';
import { openParticipants } from './participants';
import { openUploads } from './uploads';

/** What the schema of the audit reads: who acts, in which race, by which command. */
const settingsOf = ({ staffId, raceId, commandId }: Acting) => ({
  'startline.staff': staffId,
  'startline.race': raceId,
  ...(commandId !== undefined && { 'startline.command': commandId }),
});

interface Shared {
  readonly data: Memcached;
  readonly cache: Cache;
  readonly races: RaceNews;
  readonly pace: StaffPace;
}

/** The routes that show races and carry out commands. */
export const openDirectingRoutes = (
  env: Settings<
    | 'FILES_BUCKET_URL'
    | 'MAIL_LANES'
    | 'MEDIA_BUCKET_URL'
    | 'PUBLICATIONS_QUEUE_URL'
    | 'SIGNING_KEYS_SECRET_ID'
    | 'SITE_URL'
    | 'WEBHOOK_HOSTS'
  >,
  postgres: Postgres,
  { data, cache, races: news, pace }: Shared,
) => {
  const races = new CachedRaceOverviews(cache, new PostgresRaceOverviews(postgres, heldOf(data)));
  const subjects = new PostgresSubjects(postgres);
  const { runIn, undoneIn } = openRunning(env, data);
  const ordering = openOrdering({
    log: new PostgresCommandLog(postgres),
    hash: sha256,
    carryOut: (order: Order, acting: Acting) => {
      // Also in a dry run: some answers depend on who acts.
      const inTheirName = withSettings(postgres, settingsOf(acting));
      return carryOut({
        subjects,
        run: runIn(inTheirName, data, news),
        runUndone: undoneIn(inTheirName),
      })(order).finally(() => (order.isDryRun ? undefined : races.forget(order.raceId)));
    },
  });
  const { documents, editRace } = openEditing(env, postgres, data, nobodyIsTold);
  const participants = openParticipants(postgres);
  return {
    ...overviewRoutes({ races, documents }),
    ...commandRoutes(ordering, pace),
    ...editingRoutes({ ordering, documents, editRace }),
    ...mailRoutes(openMailSamples(env, postgres, documents)),
    ...participantRoutes(participants),
    ...exportRoutes({ ...openExports(env, postgres), projection: participants.projection }),
    ...uploadRoutes(openUploads(env, postgres)),
  };
};
