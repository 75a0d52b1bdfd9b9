import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { isInstalled } from '../../../local/set-up/packages.mjs';
import type { Command } from './cpu-of-child';

/** `amount`: seconds that it should run. */
type Commands = (url: string, amount: number) => Command;

export type Found =
  | { readonly isThere: true; readonly command: Commands }
  | { readonly isThere: false; readonly why: string };

const tools = '.startline/tools';
const npmFlags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** Runs an installer. Resolves with what it printed when it failed, and with `undefined` when it succeeded. */
const attempt = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = '.') =>
  new Promise<string | undefined>((done) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        said = (said + text.toString()).slice(-2_000);
      });
    child.once('error', ({ message }) => done(message));
    child.once('exit', (code) => done(code === 0 ? undefined : said.trim().split('\n').at(-1) || `exit code ${code}`));
  });

const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((place) => join(place, name))
    .find(existsSync);

/** Updates the package list first: a new machine has none. */
const aptInstall = async (name: string): Promise<string | undefined> => {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await attempt('apt-get', ['update', '-qq'], env);
  return attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], env);
};

/** A generator that is a Debian package. */
export const packaged = async (name: string, args: (url: string, amount: number) => string[]): Promise<Found> => {
  const canInstall = process.getuid?.() === 0 && onPath('apt-get') !== undefined;
  const why = !onPath(name) && canInstall ? await aptInstall(name) : undefined;
  const program = onPath(name);
  if (!program) return { isThere: false, why: why ?? `it is not on the PATH. Install the package ${name}.` };
  return { isThere: true, command: (url, amount) => ({ program, args: args(url, amount) }) };
};

/** A generator that Go builds from source, which takes some minutes the first time. */
export const goInstalled = async (
  name: string,
  module: string,
  made: (url: string, amount: number) => Omit<Command, 'program'>,
): Promise<Found> => {
  const own = resolve(tools, name);
  const known = () => (existsSync(own) ? own : onPath(name));
  const why = known() ? undefined : await attempt('go', ['install', module], { GOBIN: resolve(tools) });
  const program = known();
  if (!program) return { isThere: false, why: why ?? 'Go built nothing.' };
  return { isThere: true, command: (url, amount) => ({ program, ...made(url, amount) }) };
};

export const autocannon = async (args: (url: string, amount: number) => string[]): Promise<Found> => {
  const here = resolve('bench/figures/generators');
  const why = isInstalled(here) ? undefined : await attempt('npm', ['ci', ...npmFlags], {}, here);
  if (why !== undefined) return { isThere: false, why };
  const file = join(here, 'node_modules/autocannon/autocannon.js');
  return {
    isThere: true,
    command: (url, amount) => ({ program: process.execPath, args: [file, ...args(url, amount)] }),
  };
};

/**
 * The last version that runs on every Node version we support. It has a thousand dependencies: too many for a lock file
 * here.
 */
const artilleryVersion = '2.0.21';

/** Artillery counts arrivals: `users` of them, who each ask `asksPerSecond` times for each second of the amount. */
export const artillery = async (users: number, asksPerSecond: number): Promise<Found> => {
  const place = resolve(tools, 'artillery');
  const file = join(place, 'node_modules/artillery/bin/run');
  mkdirSync(place, { recursive: true });
  const install = ['install', '--prefix', place, ...npmFlags, `artillery@${artilleryVersion}`];
  const why = existsSync(file) ? undefined : await attempt('npm', install);
  if (why !== undefined) return { isThere: false, why };
  return {
    isThere: true,
    command: (url, amount) => {
      const script = join(place, `hello-${amount}.json`);
      const flow = [{ loop: [{ get: { url: '/' } }], count: amount * asksPerSecond }];
      const config = { target: url, phases: [{ duration: 1, arrivalCount: users }], http: { timeout: 20 } };
      writeFileSync(script, JSON.stringify({ config, scenarios: [{ flow }] }));
      const env = { ARTILLERY_DISABLE_TELEMETRY: 'true', ARTILLERY_DISABLE_VERSION_CHECK: 'true' };
      return { program: process.execPath, args: [file, 'run', '--quiet', script], env };
    },
  };
};
