import { GetAccountCommand, SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { SQSEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import type { Template } from '../../lambdas/domain/mail-order';
import { PostgresMailRecords, PostgresTransferOffers } from '../../lambdas/mail/letters/postgres-mail-records';
import { PostgresStaffLetters } from '../../lambdas/mail/letters/postgres-staff-letters';
import { PostgresWaitingPlaces } from '../../lambdas/mail/letters/postgres-waiting-places';
import { writeLetters } from '../../lambdas/mail/letters/write-letter';
import type { MailRecords } from '../../lambdas/mail/ports';
import { PostgresDayBook, PostgresMailLedger } from '../../lambdas/mail/send/postgres-mail-ledger';
import { sendMails } from '../../lambdas/mail/send/send-mails';
import { SesPost } from '../../lambdas/mail/send/ses-post';
import { SqsVisibility } from '../../lambdas/mail/send/sqs-visibility';
import { mailWorker } from '../../lambdas/mail/send/worker';
import { type CallSes, SesError } from '../../lambdas/platform/aws/call-ses';
import type { Sql } from '../../lambdas/platform/postgres/postgres';
import { uuid7 } from '../../lambdas/platform/uuid';
import { noAnnouncements, toOptOut } from '../support/announcements';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { type MadeRace, makeRace } from '../support/races/race';
import { registerRunner } from './register-runner';

/** SES's figures for an account in good order. */
export const account = {
  SendingEnabled: true,
  SendQuota: { Max24HourSend: 50_000, SentLast24Hours: 0, MaxSendRate: 500 },
};

/** A message as SQS hands it to Lambda. */
export const record = (registrationId: string, body: unknown, group = 'lane-2', queue = 'mail.fifo') => ({
  messageId: `message-${registrationId}`,
  receiptHandle: `handle-${registrationId}`,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${queue}`,
  attributes: { MessageGroupId: group, ApproximateReceiveCount: '1' },
});

/** One delivery of these messages. */
export const eventOf = (...records: readonly ReturnType<typeof record>[]) =>
  ({ Records: records }) as unknown as SQSEvent;

/** The same delivery after `times` - 1 earlier ones. */
export const again = (event: SQSEvent, times: number): SQSEvent => ({
  Records: event.Records.map((one) => ({
    ...one,
    attributes: { ...one.attributes, ApproximateReceiveCount: String(times) },
  })),
});

/** The message that orders a mail. */
export const orderOf = (registrationId: string, template: Template = 'confirmation', generation = 1) =>
  record(registrationId, { registrationId, template, generation });

/** What the service would answer, said by the SDK's own errors. */
const callSesOf =
  (client: SESv2Client): CallSes =>
  (operation, input) => {
    const answer =
      operation === 'SendEmail'
        ? client.send(new SendEmailCommand({ Content: undefined, ...input }))
        : client.send(new GetAccountCommand({}));
    return answer.catch((error: unknown) => {
      if (!(error instanceof SESv2ServiceException)) throw error;
      throw SesError.refused(error.$metadata.httpStatusCode ?? 400, error.name, error.message);
    });
  };

interface Clock {
  readonly now: () => Date;
  readonly pause: (milliseconds: number) => Promise<void>;
}

const realClock: Clock = {
  now: () => new Date(),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** A turn of the event loop: what has been decided is carried out. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A clock that goes on only while the sender waits for a turn, so that a busy machine changes nothing. */
export const steppedClock = (): Clock => {
  let time = Date.now();
  return {
    now: () => new Date(time),
    async pause(milliseconds) {
      time += milliseconds;
      await turn();
    },
  };
};

/** The mail worker over a fresh database, with a fake SES and SQS that accept everything until told otherwise. */
export const openMailRoom = () => {
  let database: FreshDatabase;
  let race: MadeRace;
  let spot = 0;
  const ses = mockClient(SESv2Client);
  const callSes = callSesOf(new SESv2Client({ region: 'us-east-1' }));
  let visibilities: { readonly ReceiptHandle: string; readonly VisibilityTimeout: number }[] = [];

  beforeAll(async () => {
    database = await freshDatabase();
    race = await makeRace(database.postgres, { spots: 300 });
  });
  afterAll(() => database.close());
  afterEach(() => jest.restoreAllMocks());
  beforeEach(() => {
    ses.reset();
    visibilities = [];
    ses.on(GetAccountCommand).resolves(account);
    ses.on(SendEmailCommand).callsFake(async () => ({ MessageId: `ses-${uuid7()}` }));
  });

  const runner = (email?: string) => {
    spot += 1;
    return registerRunner(database.postgres, race, { spot, ...(email ? { email } : {}) });
  };

  /** A process that delivers batches. */
  const newProcess = (
    records: MailRecords = new PostgresMailRecords(database.postgres),
    { now, pause }: Clock = realClock,
  ) => {
    const rings: string[] = [];
    const ring = (name: string) => void rings.push(name);
    const waiting = new SqsVisibility(
      ['mail.fifo', 'urgent-mail.fifo'].map((name) => ({
        url: `http://q/000000000000/${name}`,
        call: async (_, input) => {
          visibilities.push(...Reflect.get(input, 'Entries'));
          return {};
        },
      })),
      ring,
    );
    const worker = mailWorker({
      visibility: waiting,
      sendMails: sendMails({
        ledger: new PostgresMailLedger(database.postgres),
        dayBook: new PostgresDayBook(database.postgres, now),
        writeLetters: writeLetters({
          records,
          places: new PostgresWaitingPlaces(database.postgres),
          transfers: new PostgresTransferOffers(database.postgres),
          staff: new PostgresStaffLetters(database.postgres),
          announcements: noAnnouncements,
          links: {
            to: async (id) => `https://startline.example/registrations/${id}#token`,
            toPlace: async ({ placeId }) => `https://startline.example/waiting-list/${placeId}#token`,
            toTransfer: async (id) => `https://startline.example/transfers/${id}#token`,
            toConsole: async (id) => `https://startline.example/console/link#${id}`,
            toOptOut,
            console: 'https://startline.example/console',
          },
        }),
        post: new SesPost({ sender: 'mail@startline.example', configurationSet: 'startline', callSes, now }),
        visibility: waiting,
        alerts: { count: ring, warn: ring, error: ring },
        lanes: 3,
        now,
        pause,
      }),
    });
    return async (event: SQSEvent, remainingMs = 20_000) => {
      const { batchItemFailures } = await worker(event, { getRemainingTimeInMillis: () => remainingMs });
      return { again: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier.replace('message-', '')), rings };
    };
  };
  const deliver = (event: SQSEvent, remainingMs?: number, records?: MailRecords, clock?: Clock) =>
    newProcess(records, clock)(event, remainingMs);
  /** The states of the mails about a registration, in the order in which they were claimed. */
  const ledgerOf = async (registrationId: string) => {
    const rows = await database.postgres.query<{ state: string }>(
      'SELECT state, message_id, reason FROM mail WHERE registration_id = $1 ORDER BY claimed_at, generation',
      [registrationId],
    );
    return rows.map(({ state }) => state);
  };
  const sent = () => ses.commandCalls(SendEmailCommand).map((call) => call.args[0].input);
  const hidden = () =>
    visibilities.map(({ ReceiptHandle, VisibilityTimeout }) => [
      ReceiptHandle.replace('handle-', ''),
      VisibilityTimeout,
    ]);

  return { ses, callSes, runner, newProcess, deliver, ledgerOf, sent, hidden, sql: (): Sql => database.postgres };
};
