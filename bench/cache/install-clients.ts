import { spawnSync } from 'node:child_process';
import { isInstalled } from '../../local/set-up/packages.mjs';

const here = 'bench/cache';

/** Brings the published clients, which nothing but this comparison needs. Throws an Error that says what to do. */
export const installClients = (): void => {
  if (isInstalled(here)) return;
  const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['ci', ...flags], { cwd: here, stdio: 'inherit' });
  if (status === 0) return;
  throw new Error(
    `The published clients could not be installed in ${here}. Check the network and the proxy ("npm config get proxy registry"), then run the same command again.`,
  );
};
