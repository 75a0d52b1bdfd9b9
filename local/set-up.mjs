/**
 * One command for everything, also in a fresh clone: installs what is missing, then runs the given command. Plain
 * JavaScript without packages, because nothing may be installed yet.
 */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOrInstallChromium } from './set-up/chromium.mjs';
import { checkCommitMessages } from './set-up/commit-messages.mjs';
import { findOrInstallMemcached } from './set-up/memcached.mjs';
import { nightlyTests } from './set-up/nightly-tests.mjs';
import { checkNode, findDeployedNode } from './set-up/node-version.mjs';
import { installPackages } from './set-up/packages.mjs';
import { installCfnLint, installEmulator } from './set-up/python-tools.mjs';
import { Advice, run, wasInterrupted } from './set-up/run.mjs';
import { buildStripeMock, findStripeMock } from './set-up/stripe-mock.mjs';

const repository = resolve(fileURLToPath(new URL('..', import.meta.url)));
const tools = join(repository, '.startline/tools');
const bin = (name) => join(repository, 'node_modules/.bin', name);
const here = { cwd: repository };

/** The path of the emulator, or '' when it cannot be installed; then one test is skipped. */
const findEmulator = () =>
  installEmulator(tools).catch((error) => {
    if (!(error instanceof Advice)) throw error;
    console.log(`  – the deployment is not tested here: ${error.message}`);
    return '';
  });

/** Runs one of our programs, which ends when this process ends. */
const ours = async (file, args, env) => {
  await findOrInstallMemcached(tools);
  const node = await findDeployedNode(repository);
  return run(node, ['--import', 'tsx', file, ...args], { ...here, exitWithParent: true, env });
};

/** Runs all tests that are not left to the night, or those that jest's arguments select. */
const test = async (args) => {
  await findOrInstallMemcached(tools);
  const CHROME = await findOrInstallChromium();
  const CFN_LINT = await installCfnLint(tools);
  const EMULATOR = await findEmulator();
  const node = await findDeployedNode(repository);
  const STRIPE_MOCK = findStripeMock(tools);
  // Four workers also on two cores: the tests that start whole systems mostly wait.
  const options = args.length > 0 ? args : ['--maxWorkers=4', '--testPathIgnorePatterns', ...nightlyTests];
  return run(node, [bin('jest'), ...options], { ...here, env: { CHROME, CFN_LINT, EMULATOR, STRIPE_MOCK } });
};

const commands = {
  /** The whole system. `--reset` deletes its data first. */
  start: (args) => ours('local/main.ts', args),
  test,
  /** Types, format, lint, messages of commits that are not on main yet, and all tests. */
  check: async () => {
    const steps = [
      [bin('tsc'), '-p', '.'],
      [bin('biome'), 'check', '.'],
      [bin('oxlint'), '--type-aware', '--deny-warnings'],
    ];
    let worst = await checkCommitMessages(repository);
    for (const [program, ...args] of steps) worst = Math.max(worst, (await run(program, args, here)).code);
    return worst === 0 ? test([]) : { code: worst };
  },
  /** What is asked of Stripe, held to its specification, its SDK and its mock. `npm test` asks the mock only once built. */
  contract: async () => {
    await buildStripeMock(tools);
    return test(['--maxWorkers=1', 'test/payment/contract']);
  },
  /** Thousands of simulated runners against a separate system. */
  load: (args) => ours('loadtest/main.ts', args),
  /** Every figure of the table, next to the baselines. */
  bench: (args) => ours('bench/figures/main.ts', args),
  /** Openings with faults, and a check that every spot was sold exactly once. */
  faults: (args) => ours('test/faults/main.ts', args),
  /** Everything that an attacker might try, against a separate system. */
  attacks: (args) => ours('test/attacks/main.ts', args),
  /** Deploys the app to an AWS emulator on this machine, registers a runner there, and destroys it. */
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
