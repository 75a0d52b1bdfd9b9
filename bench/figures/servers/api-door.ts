import type { ListenOptions } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { originHeader, viewerHeader } from '../../../lambdas/contract/headers';
import { httpRoutes } from '../../../lambdas/contract/routes';
import { bundleFile, handlerName } from '../../../lib/bundling';
import { type Handler, httpApi } from '../../../local/gateway/api';
import { listenersOfCrowd } from '../../../local/listen';
import { freePort } from '../../../local/services/free-port';
import { answerParent } from '../../cache/child';
import { type BareRequest, bareHttp } from './bare-http';

/**
 * API Gateway without CloudFront: each request reaches the deployed function, where otherwise the gateway's cache would
 * answer. It measures the function, its routing, its caches and the conversion of events.
 */
const question = v.variant('kind', [
  v.object({
    kind: v.literal('start'),
    name: v.picklist(['browse-races', 'browse-results']),
    functions: v.string(),
    originSecret: v.string(),
    environment: v.record(v.string(), v.string()),
  }),
  v.object({ kind: v.literal('cpu') }),
]);

type Measured = 'browse-races' | 'browse-results';

const start = async (name: Measured, functions: string, originSecret: string): Promise<{ port: number }> => {
  const routes: Readonly<Record<string, Measured>> = Object.fromEntries(
    Object.keys(httpRoutes).flatMap((route) => (httpRoutes[route] === name ? [[route, name]] : [])),
  );
  const file = pathToFileURL(join(functions, name, bundleFile)).href;
  const loaded: Record<string, Handler | undefined> = await import(file);
  const handler = loaded[handlerName];
  if (!handler) throw new Error(`${file} exports no ${handlerName}.`);
  const log = (problem: string, error: unknown) => console.error(problem, error);
  const handlers = { 'browse-races': handler, 'browse-results': handler };
  const api = httpApi({ routes, handlers, now: () => new Date(), log });

  const ask = ({ method, url, rawHeaders, socket }: BareRequest) => {
    const sourceIp = socket.remoteAddress ?? '127.0.0.1';
    const headers = [...rawHeaders, viewerHeader, `${sourceIp}:${socket.remotePort ?? 0}`, originHeader, originSecret];
    const [path = '/', query = ''] = url.split('?');
    return api.answer({ method, path, query, httpVersion: '1.1', sourceIp, rawHeaders: headers, body: undefined });
  };
  const port = await freePort();
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      bareHttp(ask)
        .once('error', reject)
        // Node 24 has the option, and this benchmark runs on it. The types are those of Node 20.
        .listen({ port, host: '127.0.0.1', reusePort: true } as ListenOptions, resolve);
    });
  await Promise.all(Array.from({ length: listenersOfCrowd }, listen));
  return { port };
};

answerParent(async (asked) => {
  const said = v.parse(question, asked);
  if (said.kind === 'cpu') return process.cpuUsage();
  Object.assign(process.env, said.environment);
  return start(said.name, said.functions, said.originSecret);
});
