import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Environment } from '../../lib/environment';
import type { Deployment } from '../../local/emulator/deployment';
import { account, region } from '../../local/emulator/start-emulator';

type Settings = Partial<Environment>;

export interface Change {
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
const beforeChanges: Settings = {
  mail: { domain: 'run.example.com' },
  caches: { sessionA: [first], sessionB: [first], data: [first] },
};

/** One after the other, each in addition to those before it. Later settings replace earlier ones. */
export const changes: readonly Change[] = [
  { name: 'the site gets a domain', settings: { site: { domain: 'run.example.com', certificate } } },
  { name: 'the API gets a domain', settings: { api: { ...api, executeApi: 'used' } } },
  { name: 'CloudFront calls the API by its domain', settings: { api: { ...api, executeApi: 'open' } } },
  { name: 'the other address of the API is closed', settings: { api } },
  {
    name: 'alarms get an address, and CloudFront a web ACL',
    settings: {
      alarms: { notify: 'ops@example.com' },
      webAcl: `arn:aws:wafv2:${region}:${account}:global/webacl/ours/${id}`,
    },
  },
  {
    name: 'alarms get another address, and the web ACL goes',
    settings: { alarms: { notify: 'others@example.com' }, webAcl: undefined },
  },
  { name: 'the mail domain goes', settings: { mail: undefined } },
  { name: 'another mail domain comes', settings: { mail: { domain: 'post.example.com' } } },
  { name: 'the mail domain changes', settings: { mail: { domain: 'run.example.com' } } },
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
  {
    name: 'account, region and zones are written down',
    settings: { account, region, zones: [`${region}a`, `${region}b`] },
  },
  {
    name: 'the profile lean becomes production',
    settings: {
      profile: 'production',
      // Small enough for the reserved environments of this machine's Lambda.
      crowd: { runners: 100, spots: 100 },
      acknowledged: { apiWithoutDomain: 'The rehearsal has given its domain up, to see that it can.' },
    },
  },
  { name: 'the crowd grows', settings: { crowd: { runners: 5_000, spots: 500 } } },
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
