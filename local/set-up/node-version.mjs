import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Advice, run, wasInterrupted } from './run.mjs';

const oldest = [20, 19];

/** Throws Advice when this Node is older than our tools require. */
export const checkNode = (version = process.versions.node) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  throw new Advice(
    `This is Node ${version}; Startline needs Node ${oldest.join('.')} or newer. Install it from nodejs.org, or with a version manager ("nvm install 22", "fnm install 22"), and run the same command again.`,
  );
};

/**
 * The path of the Node version that Lambda runs our functions on; npm installs it on Linux. Elsewhere it is this Node.
 * Tests and measurements then run on the deployed version.
 */
export const findDeployedNode = async (repository, { platform, arch } = process) => {
  const node = join(repository, 'node_modules/.bin/node');
  const works = await run(node, ['--version'], { quiet: true }).then(
    ({ code }) => code === 0,
    () => false,
  );
  if (works || wasInterrupted()) return node;
  // npm scripts would find the broken one first.
  rmSync(node, { force: true });
  if (platform === 'linux' && ['x64', 'arm64'].includes(arch))
    console.log(`  – Node 24, as deployed, cannot be had here: everything runs on Node ${process.versions.node}`);
  return process.execPath;
};
