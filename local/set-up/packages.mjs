import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Advice, isOffline, run, step, tail, wasInterrupted } from './run.mjs';

const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const runsHere = ({ os = process.platform, cpu = process.arch }) =>
  [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);

/** Whether node_modules matches package-lock.json. npm writes its own list last, so an interrupted install has none. */
export const isInstalled = (repository) => {
  const wanted = read(join(repository, 'package-lock.json'))?.packages;
  const have = read(join(repository, 'node_modules/.package-lock.json'))?.packages;
  if (!wanted || !have) return false;
  const isOurWish = (path) => Object.hasOwn(wanted['']?.optionalDependencies ?? {}, path.replace('node_modules/', ''));
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link) return true;
    if (have[path]) return have[path].version === entry.version;
    // Packages for other platforms are not installed. Only npm knows which of them this platform needs, except our own
    // optional dependencies.
    return Boolean(entry.optional || entry.devOptional) && !(isOurWish(path) && runsHere(entry));
  });
};

/** Installs the npm packages unless they are there. */
export const installPackages = async (repository) => {
  if (isInstalled(repository)) return;
  const count = Object.keys(read(join(repository, 'package-lock.json'))?.packages ?? {}).length;
  await step(`npm ci: ${count} packages, about 350 MB to download the first time`, async () => {
    let result;
    try {
      const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
      result = await run('npm', ['ci', ...flags], { cwd: repository, quiet: true });
    } catch {
      throw new Advice('npm is not on the PATH. It comes with Node: install Node from nodejs.org and try again.');
    }
    if (result.code === 0) return;
    if (wasInterrupted()) throw new Advice('Interrupted. Run the same command again: it begins where it has to.');
    if (isOffline(result.output))
      throw new Advice(
        `npm could not reach its registry. Check the network and the proxy ("npm config get proxy registry"), then run the same command again.\n${tail(result.output)}`,
      );
    throw new Advice(`npm ci failed:\n${tail(result.output)}`);
  });
};
