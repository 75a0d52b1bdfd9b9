import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Secret } from '../platform/secret';

export interface StripeRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  /** Repeating a request with its key repeats the answer, not the deed. */
  readonly idempotencyKey?: string;
}

export interface StripeAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** One attempt, at most `withinMs` long. No answer: nobody knows what was done. */
export type StripeHttp = (request: StripeRequest, withinMs: number) => Promise<StripeAnswer | undefined>;

/** The shapes in `stripe-messages.ts` are of this version, whatever the account's default is. */
const apiVersion = '2024-06-20';
const maxAnswerBytes = 4 * 1024 * 1024;

/** Speaks Stripe's protocol to `baseUrl`. node:http, because it costs a quarter of fetch's processor time. */
export const stripeHttp = (baseUrl: string, secret: Secret): StripeHttp => {
  const secure = new URL(baseUrl).protocol === 'https:';
  const root = baseUrl.replace(/\/$/, '');
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const send = secure ? requestHttps : requestHttp;

  return async ({ method, path, form, idempotencyKey }, withinMs) => {
    const { secretKey } = await secret();
    if (!secretKey) throw new Error('The processor secret must have a field `secretKey`.');
    const body = form && new URLSearchParams(form).toString();

    return new Promise((resolve) => {
      const outgoing = send(
        `${root}${path}`,
        {
          method,
          agent,
          headers: {
            authorization: `Bearer ${secretKey}`,
            'stripe-version': apiVersion,
            ...(body !== undefined && {
              'content-type': 'application/x-www-form-urlencoded',
              'content-length': Buffer.byteLength(body),
            }),
            ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
          },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          let size = 0;
          incoming.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            size += chunk.length;
            if (size > maxAnswerBytes) outgoing.destroy();
          });
          incoming.on('end', () => done(read(incoming.statusCode ?? 0, Buffer.concat(chunks))));
          incoming.on('close', () => done(undefined));
        },
      );
      const timer = setTimeout(() => outgoing.destroy(), Math.max(0, withinMs));
      const done = (answer: StripeAnswer | undefined) => {
        clearTimeout(timer);
        resolve(answer);
      };
      // Refused, reset or timed out: all the same to us, the deed may have been done.
      outgoing.on('error', () => done(undefined));
      outgoing.on('close', () => done(undefined));
      outgoing.end(body);
    });
  };
};

/** An answer that is no JSON came from somebody in between, so it says nothing about the deed. */
const read = (status: number, body: Buffer): StripeAnswer | undefined => {
  try {
    return { status, body: JSON.parse(body.toString('utf8')) };
  } catch {
    return undefined;
  }
};
