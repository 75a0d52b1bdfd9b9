import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { object, parse, record, string } from 'valibot';
import { isInstalled } from '../../local/set-up/packages.mjs';
import { compareClients } from './clients/compare-clients';
import { faults, type Struck, strike } from './faults/faults';
import { full, type Lengths, short } from './lengths';
import { compareLevels } from './levels/compare-levels';
import { comparePolicies } from './promotion/promotion';
import { type Made, type Results, report } from './report';
import { startServer } from './servers';
import { stampede } from './stampede/stampede';

/**
 * `npm run bench:cache`: what the cache tier costs, compared with the published clients and the limit of the protocol,
 * and how it behaves under faults.
 */

const say = (news: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${news}`);

const clientsDirectory = 'bench/cache';

/** Installs the published clients, which only this comparison needs. Throws an Error that says what to do. */
const installClients = (): void => {
  if (isInstalled(clientsDirectory)) return;
  const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['ci', ...flags], { cwd: clientsDirectory, stdio: 'inherit' });
  if (status === 0) return;
  throw new Error(
    `The published clients could not be installed in ${clientsDirectory}. Check the network and the proxy ("npm config get proxy registry"), then run the same command again.`,
  );
};

/** Runs `work` with a memcached of its own. */
const withServer = async <T>(work: (port: number) => Promise<T>): Promise<T> => {
  const server = await startServer();
  try {
    return await work(server.port);
  } finally {
    await server.kill();
  }
};

const describe = async (isShort: boolean): Promise<Made> => {
  const server = await startServer();
  const version = await server.say('version');
  await server.kill();
  const { dependencies } = parse(
    object({ dependencies: record(string(), string()) }),
    JSON.parse(readFileSync('bench/cache/package.json', 'utf8')),
  );
  const cores = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    command: `npm run bench:cache${isShort ? ' -- --short' : ''}`,
    machine: `${cores.length} cores of ${cores[0]?.model ?? 'an unknown kind'}, ${(totalmem() / 2 ** 30).toFixed(0)} GB`,
    node: process.version,
    memcached: version.replace('VERSION ', ''),
    clients: dependencies,
    busy: (loadavg()[0] ?? 0) / cores.length,
  };
};

const strikeAll = async ({ nodes, ...lengths }: Lengths['faults']): Promise<Struck[]> => {
  const struck: Struck[] = [];
  for (const fault of faults)
    for (let node = 0; node < nodes; node++) {
      say(`fault: ${fault} of node ${node + 1}`);
      struck.push(await strike(fault, node, lengths));
    }
  return struck;
};

const measure = async (lengths: Lengths): Promise<Results> => {
  const crowd = { processes: 4, callers: 1000, loadMs: 50 };
  const readers = { processes: 3, keys: 10_000, requests: lengths.reads, perSecond: 2000 };
  say('clients');
  const clients = await withServer((port) => compareClients(port, lengths.clients));
  say('levels');
  const levels = await withServer((port) => compareLevels(port, lengths.levels));
  say('stampede');
  const cold = Array.from({ length: lengths.stampedes }, (_, i) => `cold:${i}`);
  const stampedes = await withServer((port) => stampede(port, crowd, cold));
  say('promotion');
  const traffic = await withServer((port) => comparePolicies(port, readers));
  return { clients, levels, crowd, stampedes, traffic, faults: await strikeAll(lengths.faults) };
};

const main = async (args: readonly string[]): Promise<void> => {
  const isShort = args[0] === '--short';
  if (args.length > (isShort ? 1 : 0))
    throw new Error(
      `"${args.join(' ')}" is not understood. Use: npm run bench:cache, or npm run bench:cache -- --short.`,
    );
  mkdirSync('.startline', { recursive: true });
  installClients();
  const made = await describe(isShort);
  const text = report(await measure(isShort ? short : full), made);
  console.log(text);
  writeFileSync('bench/cache/result.md', text);
};

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
