import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Environment } from '../../lib/environment';
import type { Deployment } from '../../local/emulator/deployment';
import { account, region } from '../../local/emulator/start-emulator';
import { keepRegistering } from './crowd';
import { mailFor } from './one-runner';
import type { keepSession } from './session';
import type { Stage } from './stage';

type Settings = Partial<Environment>;

interface Change {
  /** What the operator changes in the file of the environment. */
  readonly name: string;
  readonly settings: Settings;
}

const id = '01234567-89ab-cdef-0123-456789abcdef';
const certificate = `arn:aws:acm:${region}:${account}:certificate/${id}`;
const api = { domain: 'api.example.com', certificate };
const first = { version: 1, nodeType: 'cache.t4g.micro', nodes: 1 };
const second = { version: 2, nodeType: 'cache.t4g.small', nodes: 1 };

/** The settings before every change, besides those that the emulator needs. */
export const beforeChanges: Settings = {
  caches: { sessionA: [first], sessionB: [first], data: [first] },
};

/** One after the other, each in addition to those before it. Later settings replace earlier ones. */
export const changes: readonly Change[] = [
  { name: 'the site gets a domain', settings: { site: { domain: 'run.example.com', certificate } } },
  { name: 'the API gets a domain', settings: { api: { ...api, executeApi: 'used' } } },
  { name: 'CloudFront calls the API by its domain', settings: { api: { ...api, executeApi: 'open' } } },
  { name: 'the other address of the API is closed', settings: { api } },
  {
    name: 'session pool A gets a second cluster',
    settings: { caches: { sessionA: [first, second], sessionB: [first], data: [first] } },
  },
  {
    name: 'session pool A loses its first cluster, and B gets a second one',
    settings: { caches: { sessionA: [second], sessionB: [first, second], data: [first] } },
  },
  {
    name: 'session pool B loses its first cluster, and the data cache gets a second one',
    settings: { caches: { sessionA: [second], sessionB: [second], data: [first, second] } },
  },
  {
    name: 'the data cache loses its first cluster',
    settings: { caches: { sessionA: [second], sessionB: [second], data: [second] } },
  },
  { name: 'both domains are given up', settings: { site: undefined, api: undefined } },
];

/** The settings after the first `count` changes. */
export const settingsAfter = (count: number): Settings =>
  Object.assign({}, beforeChanges, ...changes.slice(0, count).map(({ settings }) => settings));

/** Synthesises all of them in one process, so that the functions are bundled once. Rejects with its output. */
export const synthesiseAll = async (deployments: readonly Deployment[], signal: AbortSignal): Promise<void> => {
  const orders = deployments.map(({ environmentFile, assembly }) => ({ environmentFile, assembly }));
  const program = ['--import', 'tsx', 'test/deploy/synthesise-all.ts', JSON.stringify(orders)];
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'pipe'], signal });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(said.slice(-3_000));
};

interface Options {
  readonly stage: Stage;
  readonly siteUrl: string;
  /** Already synthesised. */
  readonly deployment: Deployment;
  /** A browser that has held a spot and typed something, before the first change. */
  readonly session: Awaited<ReturnType<typeof keepSession>>;
}

/**
 * Deploys a change over the running system while runners register. Rejects when a request failed, when somebody's
 * session is gone, or when a registration or its mail is missing.
 */
export const changeOver = async ({ stage, siteUrl, deployment, session }: Options): Promise<string> => {
  const endRegistering = keepRegistering(siteUrl, stage.servers);
  const deployed = await deployment.deploy().then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const { registered, toldToComeBack, failures } = await endRegistering();
  if (deployed) throw deployed.error;

  await session.mustBeThere();
  const last = registered.at(-1);
  if (failures.length > 0 || !last)
    throw new Error(
      `${failures.length} failures meanwhile:\n${failures.slice(0, 10).join('\n') || 'nobody registered'}`,
    );
  await mailFor(stage.cloud, last.email);
  const rows = await stage.servers.database.look(
    `SELECT id FROM registration WHERE outcome = 'confirmed' AND live AND id IN (${registered.map(({ registrationId }) => `'${registrationId}'`).join()})`,
  );
  if (rows.length !== registered.length)
    throw new Error(`${registered.length} runners were told that they are in, and ${rows.length} of them are.`);
  return `${registered.length} runners registered meanwhile (told to come back ${toldToComeBack} times), and a browser kept its session`;
};
