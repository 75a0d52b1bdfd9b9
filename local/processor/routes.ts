import * as v from 'valibot';
import { disputeWish, findDispute, listDisputes, showDispute } from './after-capture/disputes';
import { findRefund } from './after-capture/refund';
import {
  showError,
  showIntent,
  showIntentToBrowser,
  showIntentWithCharge,
  showMethod,
  showRefund,
  showToken,
} from './api-objects';
import { testCards } from './cards';
import { buildElement } from './element/files';
import { allowOnly, type Form, readForm } from './form';
import type { ApiRequest, ApiResult } from './idempotent-requests';
import { listIntents, listRefunds, type Page, searchIntents } from './lists';
import { findToken } from './methods';
import { expandField, findIntent, intentOfBrowser } from './operations';
import { invalid, missing, Refusal } from './problem';
import { rateLimits } from './rate-limit';
import type { Entry } from './records';
import type { Answer, Route } from './router';
import type { Store } from './store';
import { deliveryFaults } from './webhooks';

export const routes: readonly Route[] = [
  { method: 'GET', path: /^\/test_cards$/, who: 'everybody', answer: () => ok({ data: testCards }) },
  {
    method: 'GET',
    path: /^(\/stripe\.js|\/element(?:\/[\w.-]+)?|\/challenge)$/,
    who: 'everybody',
    answer: ({ id }) => elementFile(id),
  },

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
      const form = readForm(query);
      if (!isBrowser) {
        allowOnly(form, [expandField]);
        return ok(showingOf(form)(store, findIntent(store, id)));
      }
      const intent = intentOfBrowser(store, id, form.get('client_secret') ?? '');
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
    method: 'POST',
    path: /^\/v1\/payment_intents\/([^/]+)$/,
    who: 'server',
    answer: async ({ store, requests, id, read }) => done(store, await requests.change('update', id, await read())),
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
      answer: async ({ store, requests, id, read }) => {
        const request = await read();
        return done(store, await requests.change(action, id, request), showingOf(request.form));
      },
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
    method: 'GET',
    path: /^\/v1\/disputes$/,
    who: 'server',
    answer: ({ store, query }) => ok(listDisputes(store, readForm(query))),
  },
  {
    method: 'GET',
    path: /^\/v1\/disputes\/([^/]+)$/,
    who: 'server',
    answer: ({ store, id }) => ok(showDispute(findDispute(store, id))),
  },

  {
    method: 'PATCH',
    path: /^\/local\/disputes$/,
    who: 'server',
    answer: async ({ requests, read }) => ok(showDispute(await requests.dispute(wishOf(disputeWish, await read())))),
  },
  {
    method: 'PATCH',
    path: /^\/local\/limits$/,
    who: 'server',
    answer: async ({ limit, read }) => {
      const { counts } = limit;
      const wish = wishOf(rateLimits, await read());
      limit.set(wish, performance.now());
      return ok({ ...wish, before: counts });
    },
  },
  {
    method: 'PATCH',
    path: /^\/local\/webhooks$/,
    who: 'server',
    answer: async ({ webhooks, read }) => {
      if (!webhooks) throw new Refusal(404, { type: 'invalid_request_error', message: 'No webhooks are sent.' });
      webhooks.faults = wishOf(deliveryFaults, await read());
      return ok(webhooks.faults);
    },
  },
];

/** What a test wants of the sandbox. Throws a Refusal that names the wrong field. */
const wishOf = <T>(schema: v.GenericSchema<unknown, T>, { body }: ApiRequest): T => {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body);
  if (read.success) return read.output;
  throw invalid(v.summarize(read.issues), v.getDotPath(read.issues[0]) ?? undefined);
};

const ok = (body: unknown): Answer => ({ status: 200, body });

type ShowIntent = typeof showIntent | typeof showIntentToBrowser | typeof showIntentWithCharge;

/** Nothing else is expanded here. */
const showingOf = (form: Form): ShowIntent =>
  [...form].some(([name, value]) => expandField.test(name) && value === 'latest_charge')
    ? showIntentWithCharge
    : showIntent;

const done = (store: Store, { entry, replayed, silent = false }: ApiResult, show?: ShowIntent): Answer => ({
  status: entry.status,
  body: showEntry(store, entry, show),
  replayed,
  silent,
});

export const showEntry = (store: Store, entry: Entry, show: ShowIntent = showIntent): unknown => {
  const { status, intent, token, method, refund, problem } = entry;
  if (problem && intent && status < 500) {
    // An error expands nothing.
    const shown = show === showIntentWithCharge ? showIntent : show;
    return { error: { ...showError(store, problem, intent), payment_intent: shown(store, intent) } };
  }
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

/** Built at the first request: most runs of the sandbox never show a page. */
let element: ReturnType<typeof buildElement> | undefined;

/** Pages of this machine may show the frames of the element, nobody else. A script is no document and is not framed. */
const framedBy = `frame-ancestors ${['http', 'https']
  .flatMap((scheme) => ['localhost', '127.0.0.1'].map((host) => `${scheme}://${host}:*`))
  .join(' ')}`;

const elementFile = async (path: string): Promise<Answer> => {
  element ??= buildElement();
  const file = (await element).get(path);
  if (!file) throw missing('file', path, 'path');
  const { 'content-security-policy': policy, ...headers } = file.headers;
  return {
    status: 200,
    body: file.body,
    headers: {
      ...headers,
      'content-security-policy': `${policy}; ${framedBy}`,
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
    },
  };
};
