import { createServer, type RequestListener, type Server } from 'node:http';
import type { Status } from './collect';
import { pageCss, pageHtml, pageScript } from './page';

/** The database is asked at most this often, however many pages are open. */
const freshMs = 500;

interface StatusServer {
  readonly collect: () => Promise<Status>;
  /** Everything below `/load`. */
  readonly loadPages: RequestListener;
  readonly clock?: () => number;
}

/** Plays the program of an organiser that gets webhooks: it thanks for each, and keeps none. */
const takeWebhook: RequestListener = (request, response) => {
  request.resume();
  request.once('end', () => response.writeHead(request.method === 'POST' ? 204 : 405).end());
};

/** The status page, `/status.json`, and the load test's pages. */
export const createStatusServer = ({ collect, loadPages, clock = Date.now }: StatusServer): Server => {
  let [latest, askedAt]: [Promise<Status> | undefined, number] = [undefined, 0];
  const status = () => {
    if (!latest || clock() - askedAt > freshMs) [latest, askedAt] = [collect(), clock()];
    return latest;
  };
  const files: Readonly<Record<string, readonly [string, string]>> = {
    '/': ['text/html; charset=utf-8', pageHtml],
    '/status.css': ['text/css; charset=utf-8', pageCss],
    '/status.js': ['text/javascript; charset=utf-8', pageScript],
  };
  const headers = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
  };

  return createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const file = files[path];
    if (file) return void response.writeHead(200, { ...headers, 'content-type': file[0] }).end(file[1]);
    if (path === '/webhooks') return takeWebhook(request, response);
    if (/^\/load(\/|$)/.test(path)) return loadPages(request, response);
    if (path !== '/status.json') return void response.writeHead(404, headers).end('The status page is at /.\n');
    status().then(
      (found) => response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(found)),
      (error: unknown) => response.writeHead(500, headers).end(String(error)),
    );
  });
};
