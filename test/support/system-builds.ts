import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildChildren, buildFunctions } from '../../local/supervisor/build';
import { oncePerRunAsync } from './once-per-run';

/**
 * Puts into a data directory what a start would build there first. All tests of whole systems share these builds, which take eight seconds
 * of CPU: the start finds them unchanged.
 */
export const shareBuilds = async (dataDir: string): Promise<void> => {
  const builds = await oncePerRunAsync('system-builds', async (folder) => {
    await Promise.all([
      buildFunctions(process.cwd(), join(folder, 'functions')),
      buildChildren(process.cwd(), join(folder, 'processes')),
    ]);
  });
  for (const name of ['functions', 'processes']) {
    const place = join(dataDir, 'build', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(builds, name), place);
  }
};
