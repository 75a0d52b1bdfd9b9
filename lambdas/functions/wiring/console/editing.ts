import type { Settings } from '../../../contract/settings';
import { editRace } from '../../../editing/edit-race';
import { readDraft, seriesIn } from '../../../editing/messages';
import { PostgresRaceDocuments } from '../../../editing/postgres-race-documents';
import type { Memcached } from '../../../platform/memcached/memcached';
import type { Postgres } from '../../../platform/postgres/postgres';
import { sha256 } from '../../../platform/signed-tokens';
import { uuid7 } from '../../../platform/uuid';
import type { RaceNews } from '../../../races/race';
import { heldOf } from '../../../spots/blocks/memcached-undealt';
import { waitingOffers } from '../mail/mail';
import { entrySchemaOf } from '../selling/forms';

/** How races are edited as documents. `data` knows which spots are held. `news`: who is told that a race has changed. */
export const openEditing = (
  env: Settings<'MAIL_LANES'>,
  postgres: Postgres,
  data: Pick<Memcached, 'get'>,
  news: RaceNews,
) => {
  const documents = new PostgresRaceDocuments(postgres, waitingOffers(env).giveToWaiting, heldOf(data));
  return {
    documents,
    editRace: editRace({ documents, news, newId: uuid7, hash: sha256, read: readDraft, seriesIn, entrySchemaOf }),
  };
};
