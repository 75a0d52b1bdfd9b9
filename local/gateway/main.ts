import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { consoleDoor } from '../../lambdas/contract/console-routes';
import type { FunctionName } from '../../lambdas/contract/functions';
import { httpRoutes } from '../../lambdas/contract/routes';
import { bundleFile, handlerName } from '../../lib/bundling';
import { pageConfig } from '../../lib/edge';
import { runAsChild } from '../child-process-main';
import { listen, listenersOfCrowd } from '../listen';
import { readSettings } from '../read-settings';
import { type Handler, httpApi } from './api';
import { bucketFiles } from './bucket-files';
import { edgeFunction } from './edge-function';
import { edgeStore } from './edge-store';
import { createGateway } from './gateway';
import { siteFiles } from './site-files';
import { inTurns } from './turns';

/** Functions that start in one turn of the event loop: about 20 ms of work. */
const atOnce = 8;
/**
 * A request is refused while another has waited this long for its function. A browser gives up after 10 s, and needs the
 * rest for the call itself; work for a browser that has given up would delay all others. In Lambda the concurrency limit
 * of a function refuses.
 */
const maxWaitMs = 7_000;

const settings = readSettings(
  'PORT',
  'FUNCTIONS',
  'SITE',
  'ORIGIN_SECRET',
  'PROCESSOR_ORIGIN',
  'PAGE_CONFIG',
  'RESULTS_BUCKET_URL',
  'EDGE_STORE_URL',
  'ARRIVAL_FUNCTION',
);

const load = async (name: FunctionName): Promise<[FunctionName, Handler]> => {
  const file = join(settings.FUNCTIONS, name, bundleFile);
  const loaded: Record<string, Handler | undefined> = await import(pathToFileURL(file).href);
  const handler = loaded[handlerName];
  if (!handler) throw new Error(`${file} exports no ${handlerName}.`);
  return [name, handler];
};

const routes: Readonly<Record<string, FunctionName>> = { ...httpRoutes, [consoleDoor]: 'console' };
const names: readonly FunctionName[] = [...new Set(Object.values(routes))];
const handlers = Object.fromEntries(await Promise.all(names.map(load))) as Record<FunctionName, Handler>;
const log = (problem: string, error: unknown) => console.error(problem, error);
// In Lambda this costs one environment. Here it must not fail the requests of all functions.
process.on('unhandledRejection', (error) => log('A function left a rejection unhandled.', error));
process.on('uncaughtException', (error) => log('A function left an error unhandled.', error));

const edge = edgeFunction(readFileSync(settings.ARRIVAL_FUNCTION, 'utf8'), edgeStore(settings.EDGE_STORE_URL));
const gateway = createGateway({
  edge,
  api: httpApi({ routes, handlers, turns: inTurns({ atOnce, maxWaitMs }), now: () => new Date(), log }),
  site: siteFiles(settings.SITE, { [pageConfig]: settings.PAGE_CONFIG }),
  files: bucketFiles(settings.RESULTS_BUCKET_URL),
  originSecret: settings.ORIGIN_SECRET,
  processorOrigin: settings.PROCESSOR_ORIGIN,
  filesOrigin: new URL(settings.RESULTS_BUCKET_URL).origin,
  log,
});
runAsChild('gateway', await listen(gateway, Number(settings.PORT), { listeners: listenersOfCrowd }));
