import { PostgresMailRecords, PostgresTransferOffers } from '../mail/letters/postgres-mail-records';
import { PostgresStaffLetters } from '../mail/letters/postgres-staff-letters';
import { PostgresWaitingPlaces } from '../mail/letters/postgres-waiting-places';
import { writeLetter } from '../mail/letters/write-letter';
import { PostgresDayBook, PostgresMailLedger } from '../mail/send/postgres-mail-ledger';
import { sendMails } from '../mail/send/send-mails';
import { SesPost } from '../mail/send/ses-post';
import { SqsVisibility } from '../mail/send/sqs-visibility';
import { mailWorker } from '../mail/send/worker';
import { now, pause } from './wiring/clock';
import { openMailLinks } from './wiring/mail-links';
import { count, instrument, log } from './wiring/observability';
import { openPostgres } from './wiring/open-postgres';
import { readEnv } from './wiring/read-env';

const env = readEnv('send-mail');
// Claim, SES and mark must fit into the seconds that sendMails reserves for them.
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1, statementTimeoutMs: 2000 });
const links = openMailLinks(env);
const visibility = new SqsVisibility([env.MAIL_QUEUE_URL, env.URGENT_MAIL_QUEUE_URL], (message, error) =>
  log.error(message, error),
);

export const handler = instrument(
  'send-mail',
  mailWorker({
    visibility,
    sendMails: sendMails({
      ledger: new PostgresMailLedger(postgres),
      dayBook: new PostgresDayBook(postgres, now),
      writeLetter: writeLetter({
        records: new PostgresMailRecords(postgres),
        places: new PostgresWaitingPlaces(postgres),
        transfers: new PostgresTransferOffers(postgres),
        staff: new PostgresStaffLetters(postgres),
        links,
      }),
      post: new SesPost({ sender: env.MAIL_SENDER, configurationSet: env.MAIL_CONFIGURATION_SET, now }),
      visibility,
      alerts: { count, ...log },
      lanes: env.MAIL_LANES,
      now,
      pause,
    }),
  }),
);
