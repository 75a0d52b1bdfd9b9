import type { Settings } from '../../../contract/settings';
import { editRace } from '../../../editing/edit-race';
import { readDraft } from '../../../editing/messages';
import { PostgresRaceDocuments } from '../../../editing/postgres-race-documents';
import type { Postgres } from '../../../platform/postgres/postgres';
import { sha256 } from '../../../platform/signed-tokens';
import { uuid7 } from '../../../platform/uuid';
import type { RaceNews } from '../../../races/race';
import { waitingOffers } from '../mail/mail';
import { entrySchemaOf } from '../selling/forms';

/** How races are edited as documents. `news`: who is told that a race has changed. */
export const openEditing = (env: Settings<'MAIL_LANES'>, postgres: Postgres, news: RaceNews) => {
  const documents = new PostgresRaceDocuments(postgres, waitingOffers(env).giveToWaiting);
  return {
    documents,
    editRace: editRace({ documents, news, newId: uuid7, hash: sha256, read: readDraft, entrySchemaOf }),
  };
};
