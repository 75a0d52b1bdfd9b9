import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Secret } from '../../platform/secret';
import { traced } from '../../platform/trace';

export interface StripeRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  /**
   * A request repeated with its key returns the first answer and does nothing again:
   * https://docs.stripe.com/api/idempotent_requests
   */
  readonly idempotencyKey?: string;
}

export interface StripeAnswer {
  readonly status: number;
  readonly body: unknown;
  /** What an earlier request with this idempotency key was answered: it may no longer be true. */
  readonly isReplay?: boolean;
}

/**
 * One attempt, of at most `withinMs` milliseconds. `undefined`: no answer; the request may or may not have been carried
 * out.
 */
export type StripeHttp = (request: StripeRequest, withinMs: number) => Promise<StripeAnswer | undefined>;

/** The shapes in `messages.ts` are those of this version, whatever the account's default is. */
export const stripeVersion = '2026-08-26.dahlia';
const maxAnswerBytes = 4 * 1024 * 1024;

/** Calls Stripe's API at `baseUrl`. With node:http, which uses a quarter of the processor time of fetch. */
export const stripeHttp = (baseUrl: string, secret: Secret): StripeHttp => {
  const secure = new URL(baseUrl).protocol === 'https:';
  const root = baseUrl.replace(/\/$/, '');
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const send = secure ? requestHttps : requestHttp;

  return async ({ method, path, form, idempotencyKey }, withinMs) => {
    const { secretKey } = await secret();
    if (!secretKey) throw new Error('The processor secret must have a field `secretKey`.');
    const body = form && new URLSearchParams(form).toString();

    const attempt = () =>
      new Promise<StripeAnswer | undefined>((resolve) => {
        const outgoing = send(
          `${root}${path}`,
          {
            method,
            agent,
            headers: {
              authorization: `Bearer ${secretKey}`,
              'stripe-version': stripeVersion,
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
            const isReplay = incoming.headers['idempotent-replayed'] === 'true';
            incoming.on('end', () => done(read(incoming.statusCode ?? 0, isReplay, Buffer.concat(chunks))));
            incoming.on('close', () => done(undefined));
          },
        );
        const timer = setTimeout(() => outgoing.destroy(), Math.max(0, withinMs));
        const done = (answer: StripeAnswer | undefined) => {
          clearTimeout(timer);
          resolve(answer);
        };
        // Refused, reset or timed out: in each case the request may have been carried out.
        outgoing.on('error', () => done(undefined));
        outgoing.on('close', () => done(undefined));
        outgoing.end(body);
      });
    return traced('payment processor', attempt);
  };
};

/** An answer that is not JSON came from a proxy on the way, so it tells nothing about the request. */
const read = (status: number, isReplay: boolean, body: Buffer): StripeAnswer | undefined => {
  try {
    return { status, isReplay, body: JSON.parse(body.toString('utf8')) };
  } catch {
    return undefined;
  }
};
