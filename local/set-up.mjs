/**
 * The one command for everything, from a fresh clone on: brings what is missing, then does what was asked for.
 * Plain JavaScript that imports nothing but Node and its neighbours, because nothing may be installed yet.
 */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOrInstallChromium } from './set-up/chromium.mjs';
import { checkCommitMessages } from './set-up/commit-messages.mjs';
import { findOrInstallMemcached } from './set-up/memcached.mjs';
import { checkNode, findDeployedNode } from './set-up/node-version.mjs';
import { installPackages } from './set-up/packages.mjs';
import { installCfnLint, installEmulator } from './set-up/python-tools.mjs';
import { Advice, run, wasInterrupted } from './set-up/run.mjs';

const repository = resolve(fileURLToPath(new URL('..', import.meta.url)));
const tools = join(repository, '.startline/tools');
const bin = (name) => join(repository, 'node_modules/.bin', name);
const here = { cwd: repository };

/** Where the emulator is; empty where it cannot be had, and one test is skipped. */
const findEmulator = () =>
  installEmulator(tools).catch((error) => {
    if (!(error instanceof Advice)) throw error;
    console.log(`  – the deployment is not tested here: ${error.message}`);
    return '';
  });

/** A program of ours, which ends when we do. */
const ours = async (file, args, env) => {
  await findOrInstallMemcached(tools);
  const node = await findDeployedNode(repository);
  return run(node, ['--import', 'tsx', file, ...args], { ...here, tether: true, env });
};

/** All tests, or those jest is told to run. */
const test = async (args) => {
  await findOrInstallMemcached(tools);
  const CHROME = await findOrInstallChromium();
  const CFN_LINT = await installCfnLint(tools);
  const EMULATOR = await findEmulator();
  const node = await findDeployedNode(repository);
  // More than two cores have work for: the tests that start whole systems mostly wait.
  const options = args.length > 0 ? args : ['--maxWorkers=3'];
  return run(node, [bin('jest'), ...options], { ...here, env: { CHROME, CFN_LINT, EMULATOR } });
};

const commands = {
  /** The whole system; `--reset` begins anew. */
  start: (args) => ours('local/main.ts', args),
  test,
  /** Types, format, lint, messages of commits that are not on main yet, and all tests. */
  check: async () => {
    const steps = [
      [bin('tsc'), '-p', '.'],
      [bin('biome'), 'check', '.'],
      [bin('oxlint'), '--type-aware'],
    ];
    let worst = await checkCommitMessages(repository);
    for (const [program, ...args] of steps) worst = Math.max(worst, (await run(program, args, here)).code);
    return worst === 0 ? test([]) : { code: worst };
  },
  /** Thousands of simulated runners against a system of their own. */
  load: (args) => ours('loadtest/main.ts', args),
  /** Every figure of the table, beside those of the seeds. */
  bench: (args) => ours('bench/figures/main.ts', args),
  /** Openings while things break, and whether every spot was sold once all the same. */
  faults: (args) => ours('test/faults/main.ts', args),
  /** Everything a stranger might try, against a system of its own. */
  attacks: (args) => ours('test/attacks/main.ts', args),
  /** Deploys the app into an AWS that is played on this machine, registers somebody there, destroys it. */
  'deploy:local': async (args) => ours('test/deploy/main.ts', args, { EMULATOR: await installEmulator(tools) }),
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;

try {
  if (!command) throw new Advice(`"${name}" is not something to do. Use: ${Object.keys(commands).join(', ')}.`);
  checkNode();
  if (process.platform === 'win32')
    throw new Advice('Startline runs on Linux and macOS. On Windows, use it inside WSL.');
  await installPackages(repository);
  if (wasInterrupted()) throw new Advice('Interrupted.');
  process.exitCode = (await command(args)).code;
} catch (error) {
  if (!(error instanceof Advice)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = wasInterrupted() ? 130 : 1;
}
