import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from './problem';
import { apiVersion } from './records';
import { type Answer, type Dependencies, route } from './router';
import { routes, showEntry } from './routes';

/** Pages from this machine may send cards. */
const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

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
    const reply = await route(routes, dependencies, request);
    if (!reply.silent) send(response, reply);
  } catch (error) {
    if (!(error instanceof Refusal))
      process.stderr.write(`The processor failed: ${error instanceof Error ? error.stack : String(error)}\n`);
    const { status, problem } =
      error instanceof Refusal
        ? error
        : new Refusal(500, { type: 'api_error', message: 'The sandbox broke; see its log.' });
    send(response, { status, body: showEntry(dependencies.store, { at: 0, status, problem }) });
  }
};

const send = (response: ServerResponse, { status, body, headers, replayed = false }: Answer): void => {
  if (response.destroyed || response.headersSent) return;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'stripe-version': apiVersion,
    ...headers,
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
