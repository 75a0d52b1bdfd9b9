import { NoAnswer } from '../calls/connection';
import { openEndpoint } from '../calls/send-request';
import { traced } from '../trace';
import { signerOf, signRequest } from './sign-request';

/** A call of SES that failed. */
export class SesError extends Error {
  override readonly name: string;
  /** The HTTP status, where SES answered. */
  readonly status: number | undefined;
  /** False: the request certainly did not arrive. */
  readonly mayHaveArrived: boolean;

  constructor(name: string, message: string, { status, mayHaveArrived }: Pick<SesError, 'status' | 'mayHaveArrived'>) {
    super(message);
    this.name = name;
    this.status = status;
    this.mayHaveArrived = mayHaveArrived;
  }

  static refused(status: number, name: string, message: string): SesError {
    return new SesError(name, message, { status, mayHaveArrived: true });
  }
}

/** The operations of SES v2 that are called, with their methods and paths: https://docs.aws.amazon.com/ses/latest/APIReference-V2/ */
const operations = {
  SendEmail: ['POST', '/v2/email/outbound-emails'],
  GetAccount: ['GET', '/v2/email/account'],
} as const;

/** Calls an operation once, and returns the JSON of its answer. Throws SesError. */
export type CallSes = (operation: keyof typeof operations, input?: object) => Promise<unknown>;

type Environment = Readonly<Record<string, string | undefined>>;

/** In milliseconds. What is not connected by then did not arrive; what is not answered by then may have arrived. */
const deadlines = { connectWithinMs: 800, withinMs: 3300 };

/**
 * Calls SES with the credentials of the function's environment, and never twice: a second attempt might send a mail
 * twice. Written by hand for the reason that SQS has: docs/decisions/026-sqs-by-hand.md. A test compares requests and
 * signatures with the SDK's: test/platform/aws/call-ses.test.ts.
 */
export const openSes = (environment: Environment): CallSes => {
  const usual = `https://email.${environment.AWS_REGION}.amazonaws.com`;
  const endpoint = new URL(environment.AWS_ENDPOINT_URL_SESV2 ?? environment.AWS_ENDPOINT_URL ?? usual);
  const send = openEndpoint(endpoint);

  return async (operation, input) => {
    const [method, path] = operations[operation];
    const body = input === undefined ? '' : JSON.stringify(input);
    const headers = signRequest({
      method,
      path,
      headers: { host: endpoint.host, 'content-type': 'application/json' },
      body,
      service: 'ses',
      ...signerOf(environment),
      at: new Date(),
    });
    const answer = await traced('SES', () => send({ method, path, headers, body, ...deadlines })).catch(unanswered);
    const { status, json } = answer;
    if (status === 200 && json !== undefined) return json;
    throw SesError.refused(status, nameOf(answer.header('x-amzn-errortype')) ?? `Status${status}`, textOf(json));
  };
};

const unanswered = (error: unknown): never => {
  if (!(error instanceof NoAnswer)) throw error;
  throw new SesError(error.name, error.message, { status: undefined, mayHaveArrived: error.mayHaveArrived });
};

/** `MessageRejected` from `MessageRejected:http://internal.amazon.com/…`. */
const nameOf = (header: string | undefined): string | undefined => header?.replace(/:.*$/, '').replace(/^.*#/, '');

const textOf = (json: unknown): string => {
  const part = (name: string): unknown =>
    typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;
  return String(part('message') ?? part('Message') ?? 'The answer was not one of SES.');
};
