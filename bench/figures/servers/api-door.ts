import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { originHeader, viewerHeader } from '../../../lambdas/contract/headers';
import { bundleFile, handlerName } from '../../../lib/bundling';
import { type Handler, httpApi } from '../../../local/gateway/api';
import { answerParent } from '../../cache/child';
import { listening } from './listening';

/**
 * API Gateway without CloudFront: each request reaches the deployed function, where otherwise the gateway's cache would
 * answer. It measures the function, its routing, its caches and the conversion of events.
 */
const question = v.variant('kind', [
  v.object({
    kind: v.literal('start'),
    functions: v.string(),
    originSecret: v.string(),
    environment: v.record(v.string(), v.string()),
  }),
  v.object({ kind: v.literal('cpu') }),
]);

const routes = {
  'GET /api/races': 'browse-races',
  'GET /api/races/{raceId}': 'browse-races',
  'GET /api/races/{raceId}/availability': 'browse-races',
} as const;

const start = async (functions: string, originSecret: string): Promise<{ port: number }> => {
  const file = pathToFileURL(join(functions, 'browse-races', bundleFile)).href;
  const loaded: Record<string, Handler | undefined> = await import(file);
  const handler = loaded[handlerName];
  if (!handler) throw new Error(`${file} exports no ${handlerName}.`);
  const log = (problem: string, error: unknown) => console.error(problem, error);
  const api = httpApi({ routes, handlers: { 'browse-races': handler }, now: () => new Date(), log });

  const ask = ({ method = 'GET', url = '/', rawHeaders, httpVersion, socket }: IncomingMessage) => {
    const address = socket.remoteAddress ?? '127.0.0.1';
    const headers = [...rawHeaders, viewerHeader, `${address}:${socket.remotePort ?? 0}`, originHeader, originSecret];
    const [path = '/', query = ''] = url.split('?');
    return api.answer({ method, path, query, httpVersion, sourceIp: address, rawHeaders: headers, body: undefined });
  };
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    ask(request).then(
      ({ status, headers, body }) => {
        response.writeHead(status, { ...headers, 'content-length': body.length });
        response.end(body);
      },
      (error: unknown) => {
        log('no answer', error);
        response.destroy();
      },
    );
  });
  return listening(server);
};

answerParent(async (asked) => {
  const said = v.parse(question, asked);
  if (said.kind === 'cpu') return process.cpuUsage();
  Object.assign(process.env, said.environment);
  return start(said.functions, said.originSecret);
});
