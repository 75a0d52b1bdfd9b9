import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { readText } from '../read-text';
import { showIntent, showMethod, showRefund } from './api-objects';
import { testCards } from './cards';
import { readForm } from './form';
import type { ApiRequest, ApiResult, IdempotentRequests } from './idempotent-requests';
import { listIntents, listRefunds, type Page, searchIntents } from './lists';
import { findIntent, type IntentAction } from './operations';
import { Refusal } from './problem';
import type { Entry } from './records';
import { findRefund } from './refund';
import type { Store } from './store';
import { deliveryFaults, type Webhooks } from './webhooks';

export interface Dependencies {
  readonly store: Store;
  readonly requests: IdempotentRequests;
  readonly webhooks?: Webhooks | undefined;
  readonly secretKey: string;
  readonly publishableKey: string;
}

const maxBytes = 64 * 1024;
const tooLarge = () =>
  new Refusal(413, { type: 'invalid_request_error', message: 'The request is larger than 64 KB.' });

/** Pages from this machine may send cards. */
const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const intentAction = /^\/v1\/payment_intents\/([^/]+)\/(confirm|capture|cancel)$/;
const oneRefund = /^\/v1\/refunds\/([^/]+)$/;
const one = /^\/v1\/payment_intents\/([^/]+)$/;

/** Answers one request. Every error becomes Stripe's error object. */
export const answer = async (
  dependencies: Dependencies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  try {
    allowPages(request, response);
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const reply = await route(dependencies, request);
    if (reply.silent) return;
    send(response, reply.status, reply.body, reply.replayed);
  } catch (error) {
    if (!(error instanceof Refusal))
      process.stderr.write(`The processor failed: ${error instanceof Error ? error.stack : String(error)}\n`);
    const { status, problem, intent } =
      error instanceof Refusal
        ? error
        : new Refusal(500, { type: 'api_error', message: 'The sandbox broke; see its log.' });
    send(response, status, shown({ at: 0, status, problem, ...(intent && { intent }) }));
  }
};

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly replayed?: boolean;
  readonly silent?: boolean;
}

const route = async (dependencies: Dependencies, request: IncomingMessage): Promise<Answer> => {
  const { store, requests, secretKey, publishableKey } = dependencies;
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const asked = `${request.method} ${path}`;
  if (asked === 'GET /test_cards') return { status: 200, body: { data: testCards } };

  const key = keyOf(request);
  if (asked === 'POST /v1/payment_methods') {
    // The publishable key allows a browser to send a card, and nothing else.
    if (!isSame(key, publishableKey) && !isSame(key, secretKey)) throw stranger();
    return done(await requests.createMethod(await apiRequestOf(path, request)));
  }
  if (!isSame(key, secretKey)) throw stranger();
  if (asked === 'PATCH /local/webhooks' && dependencies.webhooks) {
    dependencies.webhooks.faults = v.parse(deliveryFaults, JSON.parse(await readText(request, maxBytes, tooLarge)));
    return { status: 200, body: dependencies.webhooks.faults };
  }
  if (asked === 'POST /v1/payment_intents') return done(await requests.createIntent(await apiRequestOf(path, request)));
  if (asked === 'GET /v1/payment_intents') return page('list', listIntents(store, readForm(query)));
  if (asked === 'GET /v1/payment_intents/search') return page('search_result', searchIntents(store, readForm(query)));

  if (asked === 'POST /v1/refunds') return done(await requests.createRefund(await apiRequestOf(path, request)));
  if (asked === 'GET /v1/refunds') return { status: 200, body: listRefunds(store, readForm(query)) };
  const [, refund] = oneRefund.exec(path) ?? [];
  if (request.method === 'GET' && refund) return { status: 200, body: showRefund(findRefund(store, refund)) };

  const [, changed, action] = intentAction.exec(path) ?? [];
  if (request.method === 'POST' && changed && isIntentAction(action)) {
    return done(await requests.change(action, changed, await apiRequestOf(path, request)));
  }
  const [, wanted] = one.exec(path) ?? [];
  if (request.method === 'GET' && wanted) return { status: 200, body: showIntent(findIntent(store, wanted)) };
  throw new Refusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${asked}). The sandbox has only what a registration needs.`,
  });
};

const isIntentAction = (action: string | undefined): action is IntentAction =>
  action === 'confirm' || action === 'capture' || action === 'cancel';

const apiRequestOf = async (path: string, request: IncomingMessage): Promise<ApiRequest> => {
  const body = await readText(request, maxBytes, tooLarge);
  const key = request.headers['idempotency-key'];
  return { path, body, form: readForm(body), key: typeof key === 'string' && key !== '' ? key : undefined };
};

const done = ({ entry, replayed, silent = false }: ApiResult): Answer => ({
  status: entry.status,
  body: shown(entry),
  replayed,
  silent,
});

const shown = ({ status, intent, method, refund, problem }: Entry): unknown => {
  if (problem) return { error: { ...problem, ...(intent && status < 500 && { payment_intent: showIntent(intent) }) } };
  if (intent) return showIntent(intent);
  if (refund) return showRefund(refund);
  return method && showMethod(method);
};

const page = (object: 'list' | 'search_result', { intents, hasMore }: Page): Answer => ({
  status: 200,
  body: {
    object,
    url: object === 'list' ? '/v1/payment_intents' : '/v1/payment_intents/search',
    has_more: hasMore,
    ...(object === 'search_result' && { next_page: null }),
    data: intents.map(showIntent),
  },
});

const send = (response: ServerResponse, status: number, body: unknown, replayed = false): void => {
  if (response.destroyed || response.headersSent) return;
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(replayed && { 'idempotent-replayed': 'true' }),
  });
  response.end(text);
};

const allowPages = ({ headers: { origin } }: IncomingMessage, response: ServerResponse): void => {
  response.setHeader('vary', 'origin');
  if (!origin || !loopback.test(origin)) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-methods', 'GET, POST');
  response.setHeader('access-control-allow-headers', 'authorization, content-type, idempotency-key, stripe-version');
  response.setHeader('access-control-max-age', '7200');
};

/** The key as a bearer token, or as the user name of basic authentication (`curl -u key:`). */
const keyOf = ({ headers: { authorization = '' } }: IncomingMessage): string => {
  const [scheme = '', value = ''] = authorization.split(' ', 2);
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0] ?? '';
};

const isSame = (given: string, key: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(key)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const stranger = (): Refusal =>
  new Refusal(401, {
    type: 'invalid_request_error',
    message: 'Invalid API key provided, or none, or not one for this.',
  });
