import { join } from 'node:path';
import type { CreateRaceMessage } from '../../lambdas/races/messages';
import { arrivalFunction, processorScript } from '../../lib/edge';
import { buildSite } from '../../static/build';
import { addConsole } from '../../static/build-console';
import { localhost, type Ports, resultsBucket } from '../addresses';
import { startMemcached } from '../services/memcached';
import type { Databases } from '../services/postgres';
import { makeSecrets } from '../services/secrets/make-secrets';
import { secretIds } from '../services/secrets/secret-ids';
import { buildChildren, buildFunctions, type ChildName } from './build';
import { startChild } from './child-process';
import type { Parts } from './parts';

type Environment = Readonly<Record<string, string>>;

interface Starting {
  readonly repository: string;
  readonly dataDir: string;
  readonly ports: Ports;
  readonly parts: Parts;
  readonly databases: Databases;
  /** Environment variables of the functions. */
  readonly environment: Environment;
  /** Further variables for all processes, set by tests. */
  readonly more: Environment;
  readonly seed: boolean;
  readonly races: readonly CreateRaceMessage[];
  readonly orders: readonly object[];
  readonly director: string | undefined;
  readonly isTold: boolean;
  readonly isPeopled: boolean;
  readonly say: (news: string) => void;
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

/** Like Promise.all, but waits for all before it rejects, so that everything that started can be stopped. */
const all = async (works: readonly Promise<unknown>[]): Promise<void> => {
  for (const one of await Promise.allSettled(works)) if (one.status === 'rejected') throw one.reason;
};

const startDatabases = async ({ parts, databases, step, say }: Starting): Promise<void> => {
  await step('PostgreSQL', () => parts.run('postgres', databases.startPrimary));
  await step('PostgreSQL standby', async () => {
    try {
      await parts.run('postgres-standby', databases.startStandby);
    } catch {
      say('the standby is rebuilt from the primary');
      await parts.stop('postgres');
      await databases.rebuildStandby();
      await parts.run('postgres', databases.startPrimary);
      await parts.run('postgres-standby', databases.startStandby);
    }
  });
};

const startCaches = async ({ parts, ports, step }: Starting, log: (name: string) => string): Promise<void> => {
  const caches = { 'session-a': ports.sessionA, 'session-b': ports.sessionB, data: ports.data };
  await step('memcached ×3', () =>
    all(
      Object.entries(caches).map(([cache, port]) => {
        const name = `memcached-${cache}`;
        return parts.run(name, () => startMemcached({ port, log: log(name) }));
      }),
    ),
  );
};

/** Builds and starts everything, as much as possible at the same time; clients start after servers. */
export const startParts = async (starting: Starting): Promise<void> => {
  const {
    repository,
    dataDir,
    ports,
    parts,
    databases,
    environment,
    more,
    seed,
    races,
    orders,
    director,
    isTold,
    isPeopled,
    step,
  } = starting;
  const at = (name: string) => join(dataDir, name);
  const log = (name: string) => at(`logs/${name}.log`);
  const [functions, processes, site] = [at('build/functions'), at('build/processes'), at('build/site')];

  const secrets = makeSecrets(at('secrets.json'));
  const secret = (id: string, field: string) => secrets[id]?.[field] ?? '';
  const processorOrigin = `http://localhost:${ports.processor}`;
  const publishableKey = secret(secretIds.processor, 'publishableKey');
  const queues = { QUEUES_URL: localhost(ports.queues) };

  const child = (name: ChildName, env: Environment) =>
    startChild({ name, directory: processes, log: log(name), env: { ...more, ...env } });
  const run = (name: ChildName, env: Environment) => step(name, () => parts.run(name, () => child(name, env)));

  const built = step('build functions', () => buildFunctions(repository, functions));
  const page = step('build page', async () => {
    const built = { outDir: site, minify: true, source: join(repository, 'static') };
    await buildSite(built);
    await addConsole(built);
  });
  const processesBuilt = step('build processes', () => buildChildren(repository, processes));
  const data = all([startDatabases(starting), startCaches(starting, log)]);

  const services = processesBuilt.then(() =>
    all([
      run('secrets', { PORT: String(ports.secrets), SECRETS_FILE: at('secrets.json') }),
      run('queues', { PORT: String(ports.queues), DATA_DIR: at('queues') }),
      run('inbox', { PORT: String(ports.inbox) }),
      run('beacon', { PORT: String(ports.beacon) }),
      run('edge-store', { PORT: String(ports.edgeStore) }),
      run('mail', { PORT: String(ports.mail), DATA_DIR: at('mail'), INBOX_URL: localhost(ports.inbox), ...queues }),
      run('processor', {
        PROCESSOR_PORT: String(ports.processor),
        PROCESSOR_DATA: at('processor'),
        PROCESSOR_SECRET_KEY: secret(secretIds.processor, 'secretKey'),
        PROCESSOR_PUBLISHABLE_KEY: publishableKey,
        PROCESSOR_WEBHOOK_SECRET: secret(secretIds.processor, 'webhookSecret'),
        PROCESSOR_WEBHOOK_URL: `${localhost(ports.page)}/api/payment-events`,
      }),
    ]),
  );
  // The results of a demo race are published while the database is prepared.
  const objects = processesBuilt.then(() =>
    run('objects', { PORT: String(ports.objects), DATA_DIR: at('objects'), BUCKET: resultsBucket }),
  );
  const prepared = all([built, data, objects]).then(() =>
    step('migrate and seed', async () => {
      const once = await child('prepare', {
        ...environment,
        FUNCTIONS: functions,
        SEED: seed ? 'yes' : 'no',
        RACES: JSON.stringify(races),
        ORDERS: JSON.stringify(orders),
        DIRECTOR: JSON.stringify(director ?? null),
        TOLD: isTold ? 'yes' : 'no',
        PEOPLED: isPeopled ? 'yes' : 'no',
      });
      await once.stop();
    }),
  );
  await all([built, page, processesBuilt, data, objects, services, prepared]);

  await all([
    run('gateway', {
      ...environment,
      PORT: String(ports.page),
      FUNCTIONS: functions,
      SITE: site,
      ORIGIN_SECRET: secret(secretIds.origin, 'current'),
      PAGE_CONFIG: JSON.stringify({
        processor: {
          kind: 'sandbox',
          url: processorOrigin,
          script: processorScript(processorOrigin),
          publishableKey,
        },
      }),
      PROCESSOR_ORIGIN: processorOrigin,
      ARRIVAL_FUNCTION: join(repository, arrivalFunction),
    }),
    run('sources', { ...environment, ...queues, FUNCTIONS: functions }),
    ...(isTold ? [run('commentator', { ...environment, FUNCTIONS: functions })] : []),
    run('status', {
      PORT: String(ports.status),
      PROCESSES_FILE: at('processes.json'),
      LOAD_REPORTS: at('load'),
      SITE_URL: environment.SITE_URL ?? '',
      DATABASE_URL: databases.urlOf('owner'),
      ...queues,
    }),
  ]);
  if (isPeopled)
    await run('demo-people', {
      ...environment,
      FUNCTIONS: functions,
      INBOX_URL: localhost(ports.inbox),
      WEBHOOK_URL: `http://localhost:${ports.status}/webhooks`,
    });
};
