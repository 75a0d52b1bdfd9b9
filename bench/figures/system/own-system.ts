import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Windows } from '../../../loadtest/target/books';
import { mailQuota } from '../../../loadtest/target/mail-quota';
import { freeBasePort } from '../../../local/services/free-port';
import { type System, type SystemOptions, startSystem } from '../../../local/system';
import type { RaceRequest } from './bench-race';

export interface OwnSystem {
  readonly system: System;
  readonly dataDir: string;
  readonly windows: Windows;
}

/**
 * Runs `work` with a whole system that nobody else uses, in a directory and on ports of its own. The system is gone
 * afterwards.
 */
export const withSystem = async <T>(
  races: readonly RaceRequest[],
  work: (own: OwnSystem) => Promise<T>,
  options: Pick<SystemOptions, 'countsStatements' | 'orders' | 'env'> = {},
): Promise<T> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'startline-bench-'));
  let system: System | undefined;
  try {
    const env = { ...mailQuota, ...options.env };
    system = await startSystem({ ...options, port: await freeBasePort(), dataDir, seed: false, races, env });
    const windows = { status: system.urls.status, mail: `http://127.0.0.1:${system.ports.mail}` };
    return await work({ system, dataDir, windows });
  } finally {
    await system?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
