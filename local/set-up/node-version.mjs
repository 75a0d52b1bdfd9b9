import { Advice } from './run.mjs';

const oldest = [20, 19];

/** Throws advice when this Node is older than what our tools need. */
export const checkNode = (version = process.versions.node) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  throw new Advice(
    `This is Node ${version}; Startline needs Node ${oldest.join('.')} or newer. Install it from nodejs.org, or with a version manager ("nvm install 22", "fnm install 22"), and run the same command again.`,
  );
};
