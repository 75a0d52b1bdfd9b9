import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import * as v from 'valibot';
import { withBrokenAnswers } from '../http/broken-answers';
import { readText } from '../read-text';
import type { AcceptedMails } from './accepted-mails';
import { Problem } from './problem';
import { type Sent, sendEmail } from './send-email';
import { change, type Settings } from './settings';

interface Needs {
  readonly accepted: AcceptedMails;
  readonly settings: Settings;
  readonly now: () => Date;
  /** Called after a mail was accepted, with the request body. Must return at once. */
  readonly onAccepted: (sent: Sent, request: string) => void;
  /** Mails and events dropped because nothing took them. */
  readonly dropped: () => Readonly<Record<string, number>>;
}

/** SES takes messages of 40 MB; ours are much smaller. */
const maxBytes = 10 * 1024 * 1024;

const read = (request: IncomingMessage): Promise<string> =>
  readText(request, maxBytes, () => new Problem('BadRequestException', 'The message is too long.'));

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    throw new Problem('BadRequestException', 'The request body is not JSON.');
  }
};

const answer = (response: ServerResponse, status: number, body: object, type?: string): void => {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...(type && { 'x-amzn-errortype': type }),
  });
  response.end(bytes);
};

const refuse = (response: ServerResponse, error: unknown): void => {
  if (error instanceof Problem) {
    answer(response, error.status, { message: error.message }, error.code);
    return;
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  answer(response, 500, { message: 'The mail server failed.' }, 'InternalServiceErrorException');
};

/**
 * The part of SES v2 that the SDK needs to send, with SES's quotas. Below `/local/`: figures and settings for tests.
 */
export const serveMail = ({ accepted, dropped, now, onAccepted, settings: starting }: Needs): Server => {
  let settings = starting;
  const send = sendEmail({ accepted, now, settings: () => settings });

  const account = () => ({
    DedicatedIpAutoWarmupEnabled: false,
    EnforcementStatus: settings.sendingEnabled ? 'HEALTHY' : 'SHUTDOWN',
    ProductionAccessEnabled: true,
    SendingEnabled: settings.sendingEnabled,
    SendQuota: {
      Max24HourSend: settings.max24HourSend,
      MaxSendRate: settings.maxSendRate,
      SentLast24Hours: accepted.counts(now().getTime()).lastDay,
    },
    SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
  });

  const mailsTo = (registrationId: string | null) => {
    if (!registrationId) throw new Problem('BadRequestException', 'Ask for /local/mails?registrationId=….');
    const mails = accepted.to(registrationId);
    return { accepted: mails.length, mails };
  };

  const alter = (body: unknown): Settings => {
    const read = v.safeParse(change, body);
    if (!read.success) throw new Problem('BadRequestException', read.issues.map(({ message }) => message).join(' '));
    settings = { ...settings, ...read.output };
    return settings;
  };

  const route = async (request: IncomingMessage): Promise<object> => {
    const url = new URL(request.url ?? '/', 'http://local');
    switch (`${request.method} ${url.pathname}`) {
      case 'POST /v2/email/outbound-emails': {
        const body = await read(request);
        const sent = send(parse(body));
        onAccepted(sent, body);
        return { MessageId: sent.messageId };
      }
      case 'GET /v2/email/account':
        return account();
      case 'GET /local/summary':
        return { ...accepted.summary, dropped: dropped() };
      case 'GET /local/mails':
        return mailsTo(url.searchParams.get('registrationId'));
      case 'GET /local/settings':
        return settings;
      case 'PATCH /local/settings':
        return alter(parse(await read(request)));
      default:
        throw new Problem('NotFoundException', `There is no ${request.method} ${url.pathname} here.`);
    }
  };

  return createServer(
    { keepAliveTimeout: 65_000 },
    withBrokenAnswers((request, response) => {
      route(request).then(
        (body) => answer(response, 200, body),
        (error: unknown) => {
          if (!response.destroyed) refuse(response, error);
          if (!request.complete) request.destroy();
        },
      );
    }),
  );
};
