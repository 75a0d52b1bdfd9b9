import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { traced } from '../trace';
import { signRequest } from './sign-request';
import { SqsError } from './sqs-error';

/** Calls one operation of SQS, such as `SendMessage`. Throws SqsError. */
export type CallSqs = (operation: string, input: object) => Promise<unknown>;

type Environment = Readonly<Record<string, string | undefined>>;

/** In milliseconds: for a call with all its attempts and pauses, and for one attempt. */
export interface SqsDeadlines {
  readonly callMs: number;
  readonly attemptMs: number;
}
const defaultDeadlines: SqsDeadlines = { callMs: 3000, attemptMs: 1200 };
const maxAttempts = 3;
/** Mean pause before the second attempt; it doubles for each further one. */
const meanFirstPauseMs = 50;

/**
 * Calls SQS (AWS JSON 1.0) with the credentials that AWS sets in a function's environment: at most three attempts
 * within three seconds. Written by hand, because a registration makes four calls, and the SDK uses five times as much
 * processor time for each. A test compares signature and address with the SDK's: test/platform/queue/call-sqs.test.ts.
 */
export const openSqs = (
  queueUrl: string,
  environment: Environment,
  { callMs, attemptMs } = defaultDeadlines,
): CallSqs => {
  const endpoint = new URL(environment.AWS_ENDPOINT_URL_SQS ?? environment.AWS_ENDPOINT_URL ?? queueUrl);
  const post = poster(endpoint);

  return async (operation, input) => {
    const body = JSON.stringify(input);
    const deadline = performance.now() + callMs;
    for (let attempt = 1; ; attempt++) {
      const headers = signRequest({
        headers: {
          host: endpoint.host,
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': `AmazonSQS.${operation}`,
        },
        body,
        service: 'sqs',
        region: environment.AWS_REGION ?? '',
        credentials: {
          accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
          secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
          sessionToken: environment.AWS_SESSION_TOKEN,
        },
        at: new Date(),
      });
      // The trace id of this invocation. By it Lambda detects functions that call each other in a loop.
      const trace = environment._X_AMZN_TRACE_ID;
      if (trace !== undefined) headers['x-amzn-trace-id'] = trace;
      try {
        return await traced('SQS', () => post(headers, body, Math.min(attemptMs, deadline - performance.now())));
      } catch (error) {
        const rest = Math.random() * meanFirstPauseMs * 2 ** attempt;
        const isTransient = error instanceof SqsError && error.transient;
        if (!isTransient || attempt === maxAttempts || performance.now() + rest >= deadline) throw error;
        await pause(rest);
      }
    }
  };
};

type Post = (headers: Readonly<Record<string, string>>, body: string, withinMs: number) => Promise<unknown>;

const poster = ({ protocol, hostname, port }: URL): Post => {
  const secure = protocol === 'https:';
  const agent = secure ? agents.https : agents.http;
  const send = secure ? requestHttps : requestHttp;

  return (headers, body, withinMs) =>
    new Promise((resolve, reject) => {
      const options = { hostname: hostname.replace(/^\[|\]$/g, ''), port, method: 'POST', agent };
      const length = { 'content-length': Buffer.byteLength(body) };
      let isAnswered = false;
      const outgoing = send({ ...options, headers: { ...headers, ...length } }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', (error) => outgoing.destroy(error));
        incoming.on('end', () => {
          isAnswered = true;
          const { statusCode = 0 } = incoming;
          const answer = read(Buffer.concat(chunks).toString());
          if (statusCode === 200) resolve(answer);
          else reject(SqsError.refused(statusCode, answer));
        });
      });
      // For the whole attempt: a socket timeout would start again with every byte.
      const timer = setTimeout(
        () =>
          outgoing.destroy(new SqsError('TimeoutError', `SQS did not answer within ${Math.round(withinMs)} ms.`, true)),
        Math.max(0, withinMs),
      );
      outgoing.on('error', (error) => reject(error instanceof SqsError ? error : SqsError.unreachable(error)));
      outgoing.on('close', () => {
        clearTimeout(timer);
        if (!isAnswered) reject(new SqsError('ConnectionLost', 'SQS hung up before it had answered.', true));
      });
      outgoing.end(body);
    });
};

/** One set of keep-alive connections for all queues of the process. */
const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

/** An answer that is not JSON did not come from SQS but from a proxy on the way. */
const read = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
