import type { IncomingMessage } from 'node:http';
import { readText } from '../read-text';
import { readForm } from './form';
import type { ApiRequest, IdempotentRequests } from './idempotent-requests';
import { invalid, isSameText, limited, Refusal } from './problem';
import type { RateLimit } from './rate-limit';
import { apiVersion } from './records';
import type { Store } from './store';
import type { Webhooks } from './webhooks';

export interface Dependencies {
  readonly store: Store;
  readonly requests: IdempotentRequests;
  readonly webhooks?: Webhooks | undefined;
  readonly limit: RateLimit;
  readonly secretKey: string;
  readonly publishableKey: string;
}

export interface Answer {
  readonly status: number;
  /** An object of the API, or the text of a file. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly replayed?: boolean;
  readonly silent?: boolean;
}

export interface Call extends Dependencies {
  /** The part of the path that the route puts in parentheses. */
  readonly id: string;
  readonly query: string;
  /** Only the publishable key came with the call, which anybody can read in the page. */
  readonly isBrowser: boolean;
  /** Reads the body. */
  readonly read: () => Promise<ApiRequest>;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: RegExp;
  /** Who may call: everybody, browsers (with either key), or only the server with the secret key. */
  readonly who: 'everybody' | 'browsers' | 'server';
  readonly answer: (call: Call) => Answer | Promise<Answer>;
}

const maxBytes = 64 * 1024;
const tooLarge = () =>
  new Refusal(413, { type: 'invalid_request_error', message: 'The request is larger than 64 KB.' });

/** Answers one request. Throws a Refusal. */
export const route = async (
  routes: readonly Route[],
  dependencies: Dependencies,
  request: IncomingMessage,
): Promise<Answer> => {
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
  const version = request.headers['stripe-version'];
  if (version !== undefined && version !== apiVersion)
    throw invalid(`Invalid Stripe API version: ${version}. The sandbox speaks ${apiVersion}.`);
  const isWrite = isServer && request.method === 'POST';
  if (isWrite && !dependencies.limit.allows(performance.now())) throw limited();
  const id = found.path.exec(path)?.[1] ?? '';
  return found.answer({ ...dependencies, id, query, isBrowser, read: () => apiRequestOf(path, request) });
};

const apiRequestOf = async (path: string, request: IncomingMessage): Promise<ApiRequest> => {
  const body = await readText(request, maxBytes, tooLarge);
  const key = request.headers['idempotency-key'];
  return { path, body, form: readForm(body), key: typeof key === 'string' && key !== '' ? key : undefined };
};

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
