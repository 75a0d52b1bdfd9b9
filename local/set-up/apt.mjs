import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

/** The path of the first of these programs that is on the PATH. */
export const onPath = (...names) => {
  for (const directory of (process.env.PATH ?? '').split(delimiter))
    for (const name of names) if (directory && existsSync(join(directory, name))) return join(directory, name);
  return undefined;
};

export const isRoot = () => process.getuid?.() === 0;

/** Whether the lists of packages that apt fetched last have a package. */
export const aptKnows = async (name) => (await run('apt-cache', ['show', name], { quiet: true })).code === 0;

/** Installs Debian packages as root. Resolves with apt's output when that failed, else with `undefined`. */
export const aptInstall = async (...packages) => {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await run('apt-get', ['update', '-qq'], { quiet: true, env });
  const flags = ['install', '-y', '-qq', '--no-install-recommends'];
  const install = await run('apt-get', [...flags, ...packages], { quiet: true, env });
  return install.code === 0 ? undefined : `${update.output}\n${install.output}`;
};

/** The command that installs a program on this platform, to copy. */
export const commandFor = ({ apt, brew, dnf }) => {
  if (process.platform === 'darwin') return `brew install ${brew}`;
  if (onPath('apt-get')) return `sudo apt-get update && sudo apt-get install -y ${apt}`;
  if (onPath('dnf')) return `sudo dnf install -y ${dnf}`;
  return `your package manager (Debian calls it ${apt})`;
};
