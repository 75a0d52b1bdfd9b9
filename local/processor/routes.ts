import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { readText } from '../read-text';
import { showError, showIntent, showIntentToBrowser, showMethod, showRefund, showToken } from './api-objects';
import { testCards } from './cards';
import { readForm } from './form';
import type { ApiRequest, ApiResult, IdempotentRequests } from './idempotent-requests';
import { listIntents, listRefunds, type Page, searchIntents } from './lists';
import { findToken } from './methods';
import { findIntent, intentOfBrowser } from './operations';
import { isSameText, Refusal } from './problem';
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

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly replayed?: boolean;
  readonly silent?: boolean;
}

interface Call extends Dependencies {
  /** The part of the path that the route puts in parentheses. */
  readonly id: string;
  readonly query: string;
  /** Only the publishable key came with the call, which anybody can read in the page. */
  readonly isBrowser: boolean;
  /** Reads the body. */
  readonly read: () => Promise<ApiRequest>;
}

interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: RegExp;
  /** Who may call: everybody, browsers (with either key), or only the server with the secret key. */
  readonly who: 'everybody' | 'browsers' | 'server';
  readonly answer: (call: Call) => Answer | Promise<Answer>;
}

const maxBytes = 64 * 1024;
const tooLarge = () =>
  new Refusal(413, { type: 'invalid_request_error', message: 'The request is larger than 64 KB.' });

const routes: readonly Route[] = [
  { method: 'GET', path: /^\/test_cards$/, who: 'everybody', answer: () => ok({ data: testCards }) },

  {
    method: 'POST',
    path: /^\/v1\/payment_methods$/,
    who: 'browsers',
    answer: async ({ store, requests, read }) => done(store, await requests.createMethod(await read())),
  },
  {
    // Stripe's call for tests of the server has another path than the one that Stripe.js makes.
    method: 'POST',
    path: /^\/v1\/(?:test_helpers\/)?confirmation_tokens$/,
    who: 'browsers',
    answer: async ({ store, requests, read }) => done(store, await requests.createToken(await read())),
  },
  {
    method: 'GET',
    path: /^\/v1\/confirmation_tokens\/([^/]+)$/,
    who: 'server',
    answer: ({ store, id }) => ok(showToken(findToken(store, id))),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/([^/]+)\/authenticate$/,
    who: 'browsers',
    answer: async ({ store, requests, id, read }) => {
      const request = await read();
      intentOfBrowser(store, id, request.form.get('client_secret') ?? '');
      return done(store, await requests.change('authenticate', id, request), showIntentToBrowser);
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/search$/,
    who: 'server',
    answer: ({ store, query }) => page(store, 'search_result', searchIntents(store, readForm(query))),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/([^/]+)$/,
    who: 'browsers',
    answer: ({ store, id, query, isBrowser }) => {
      if (!isBrowser) return ok(showIntent(store, findIntent(store, id)));
      const intent = intentOfBrowser(store, id, readForm(query).get('client_secret') ?? '');
      return ok(showIntentToBrowser(store, intent));
    },
  },

  {
    method: 'POST',
    path: /^\/v1\/payment_intents$/,
    who: 'server',
    answer: async ({ store, requests, read }) => done(store, await requests.createIntent(await read())),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents$/,
    who: 'server',
    answer: ({ store, query }) => page(store, 'list', listIntents(store, readForm(query))),
  },
  ...(['confirm', 'capture', 'cancel'] as const).map(
    (action): Route => ({
      method: 'POST',
      path: new RegExp(`^/v1/payment_intents/([^/]+)/${action}$`),
      who: 'server',
      answer: async ({ store, requests, id, read }) => done(store, await requests.change(action, id, await read())),
    }),
  ),

  {
    method: 'POST',
    path: /^\/v1\/refunds$/,
    who: 'server',
    answer: async ({ store, requests, read }) => done(store, await requests.createRefund(await read())),
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds$/,
    who: 'server',
    answer: ({ store, query }) => ok(listRefunds(store, readForm(query))),
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds\/([^/]+)$/,
    who: 'server',
    answer: ({ store, id }) => ok(showRefund(findRefund(store, id))),
  },

  {
    method: 'PATCH',
    path: /^\/local\/webhooks$/,
    who: 'server',
    answer: async ({ webhooks, read }) => {
      if (!webhooks) throw new Refusal(404, { type: 'invalid_request_error', message: 'No webhooks are sent.' });
      webhooks.faults = v.parse(deliveryFaults, JSON.parse((await read()).body));
      return ok(webhooks.faults);
    },
  },
];

/** Answers one request. Throws a Refusal. */
export const route = async (dependencies: Dependencies, request: IncomingMessage): Promise<Answer> => {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const found = routes.find((one) => one.method === request.method && one.path.test(path));
  const key = keyOf(request);
  const isServer = isSameText(key, dependencies.secretKey);
  const isBrowser = !isServer && isSameText(key, dependencies.publishableKey);
  if (!isServer && found?.who !== 'everybody' && !(isBrowser && found?.who === 'browsers')) throw stranger();
  if (!found) {
    throw new Refusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method} ${path}). The sandbox has only what a registration needs.`,
    });
  }
  const id = found.path.exec(path)?.[1] ?? '';
  return found.answer({ ...dependencies, id, query, isBrowser, read: () => apiRequestOf(path, request) });
};

const apiRequestOf = async (path: string, request: IncomingMessage): Promise<ApiRequest> => {
  const body = await readText(request, maxBytes, tooLarge);
  const key = request.headers['idempotency-key'];
  return { path, body, form: readForm(body), key: typeof key === 'string' && key !== '' ? key : undefined };
};

const ok = (body: unknown): Answer => ({ status: 200, body });

type ShowIntent = typeof showIntent | typeof showIntentToBrowser;

const done = (store: Store, { entry, replayed, silent = false }: ApiResult, show?: ShowIntent): Answer => ({
  status: entry.status,
  body: showEntry(store, entry, show),
  replayed,
  silent,
});

export const showEntry = (store: Store, entry: Entry, show: ShowIntent = showIntent): unknown => {
  const { status, intent, token, method, refund, problem } = entry;
  if (problem && intent && status < 500)
    return { error: { ...showError(store, problem, intent), payment_intent: show(store, intent) } };
  if (problem) return { error: problem };
  if (intent) return show(store, intent);
  if (refund) return showRefund(refund);
  return token ? showToken(token) : method && showMethod(method);
};

const page = (store: Store, object: 'list' | 'search_result', { intents, hasMore }: Page): Answer =>
  ok({
    object,
    url: object === 'list' ? '/v1/payment_intents' : '/v1/payment_intents/search',
    has_more: hasMore,
    ...(object === 'search_result' && { next_page: null }),
    data: intents.map((intent) => showIntent(store, intent)),
  });

/** The key as a bearer token, or as the user name of basic authentication (`curl -u key:`). */
const keyOf = ({ headers: { authorization = '' } }: IncomingMessage): string => {
  const [scheme = '', value = ''] = authorization.split(' ', 2);
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0] ?? '';
};

const stranger = (): Refusal =>
  new Refusal(401, {
    type: 'invalid_request_error',
    message: 'Invalid API key provided, or none, or not one for this.',
  });
