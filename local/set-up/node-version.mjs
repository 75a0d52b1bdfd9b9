import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Advice, run, wasInterrupted } from './run.mjs';

const oldest = [20, 19];

/** Throws advice when this Node is older than what our tools need. */
export const checkNode = (version = process.versions.node) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  throw new Advice(
    `This is Node ${version}; Startline needs Node ${oldest.join('.')} or newer. Install it from nodejs.org, or with a version manager ("nvm install 22", "fnm install 22"), and run the same command again.`,
  );
};

/**
 * The Node that Lambda runs our functions on, which npm installs with the rest on Linux; else this one, which is said
 * where the other should be. What is tried and measured here is then what is deployed.
 */
export const findDeployedNode = async (repository, { platform, arch } = process) => {
  const node = join(repository, 'node_modules/.bin/node');
  const works = await run(node, ['--version'], { quiet: true }).then(
    ({ code }) => code === 0,
    () => false,
  );
  if (works || wasInterrupted()) return node;
  // Every npm script would find it first.
  rmSync(node, { force: true });
  if (platform === 'linux' && ['x64', 'arm64'].includes(arch))
    console.log(`  – Node 24, as deployed, cannot be had here: everything runs on Node ${process.versions.node}`);
  return process.execPath;
};
