import { PostgresMailRecords, PostgresTransferOffers } from '../mail/letters/postgres-mail-records';
import { PostgresStaffLetters } from '../mail/letters/postgres-staff-letters';
import { PostgresWaitingPlaces } from '../mail/letters/postgres-waiting-places';
import { writeLetters } from '../mail/letters/write-letter';
import { PostgresAnnouncementLetters } from '../mail/opt-out/postgres-opt-outs';
import { PostgresDayBook, PostgresMailLedger } from '../mail/send/postgres-mail-ledger';
import { sendMails } from '../mail/send/send-mails';
import { mailWorker } from '../mail/send/worker';
import { now, pause } from './wiring/connections/clock';
import { count, instrument, log } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';
import { openMailLinks } from './wiring/mail/mail-links';
import { openPost, openVisibility } from './wiring/mail/mail-post';

const env = readEnv('send-mail');
// Claim, SES and mark must fit into the seconds that sendMails reserves for them.
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1, statementTimeoutMs: 2000 });
const links = openMailLinks(env);
const visibility = openVisibility(env);

export const handler = instrument(
  'send-mail',
  mailWorker({
    visibility,
    sendMails: sendMails({
      ledger: new PostgresMailLedger(postgres),
      dayBook: new PostgresDayBook(postgres, now),
      writeLetters: writeLetters({
        records: new PostgresMailRecords(postgres),
        places: new PostgresWaitingPlaces(postgres),
        transfers: new PostgresTransferOffers(postgres),
        staff: new PostgresStaffLetters(postgres),
        announcements: new PostgresAnnouncementLetters(postgres),
        links,
      }),
      post: openPost(env),
      visibility,
      alerts: { count, ...log },
      lanes: env.MAIL_LANES,
      now,
      pause,
    }),
  }),
);
