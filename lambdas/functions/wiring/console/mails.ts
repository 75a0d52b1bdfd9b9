import type { Settings } from '../../../contract/settings';
import type { RaceOfMails } from '../../../directing/routes/mail-routes';
import type { RaceDocuments } from '../../../editing/ports';
import { PostgresTexts } from '../../../forms/postgres-texts';
import { PostgresMailRecords } from '../../../mail/letters/postgres-mail-records';
import { sampleLetters } from '../../../mail/letters/sample-letters';
import type { Postgres } from '../../../platform/postgres/postgres';

/** What shows the mails of a race before they leave. */
export const openMailSamples = (
  env: Settings<'SITE_URL'>,
  postgres: Postgres,
  documents: Pick<RaceDocuments, 'find'>,
) => {
  const texts = new PostgresTexts(postgres);
  const records = new PostgresMailRecords(postgres);
  return {
    documents,
    textOf: (raceId: string, hash: string) => texts.find(raceId, hash),
    now: Date.now,
    writeSamples: async (race: RaceOfMails) =>
      sampleLetters({ ...race, givesBibs: await records.givesBibs(race.raceId) }, env.SITE_URL, Date.now()),
  };
};
