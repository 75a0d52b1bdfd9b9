import { setTimeout as pause } from 'node:timers/promises';
import { signerOf, signRequest } from '../aws/sign-request';
import { NoAnswer } from '../calls/connection';
import { openEndpoint, type Request, type Send } from '../calls/send-request';
import { traced } from '../trace';
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
  const send = openEndpoint(endpoint);

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
        ...signerOf(environment),
        at: new Date(),
      });
      // The trace id of this invocation. By it Lambda detects functions that call each other in a loop.
      const trace = environment._X_AMZN_TRACE_ID;
      if (trace !== undefined) headers['x-amzn-trace-id'] = trace;
      try {
        const withinMs = Math.min(attemptMs, deadline - performance.now());
        return await traced('SQS', () => ask(send, { method: 'POST', path: '/', headers, body, withinMs }));
      } catch (error) {
        const rest = Math.random() * meanFirstPauseMs * 2 ** attempt;
        const isTransient = error instanceof SqsError && error.transient;
        if (!isTransient || attempt === maxAttempts || performance.now() + rest >= deadline) throw error;
        await pause(rest);
      }
    }
  };
};

const ask = async (send: Send, request: Request): Promise<unknown> => {
  const { status, json, bytes } = await send(request).catch((error: unknown) => {
    throw error instanceof NoAnswer ? SqsError.unanswered(error) : error;
  });
  if (status !== 200) throw SqsError.refused(status, json);
  // Some operations answer nothing.
  if (json === undefined && bytes.length > 0) throw SqsError.unreadable();
  return json;
};
