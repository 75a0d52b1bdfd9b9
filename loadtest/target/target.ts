import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeBasePort } from '../../local/services/free-port';
import { type SystemOptions, startSystem } from '../../local/system';
import type { Windows } from './books';
import { originHere } from './this-machine';

/** The system under test. */
export interface Target {
  /** Without a slash at its end. */
  readonly url: string;
  readonly windows: Windows;
  /** Address of the inbox with the mail that was sent. */
  readonly inbox: string;
  /** Ends what was started for the test. A system that was already running stays. */
  stop(): Promise<void>;
}

/** A system that already runs on this machine, known by its ports. Throws when it runs elsewhere. */
export const runningTarget = (given: string): Target => {
  const url = originHere(given);
  if (url === undefined)
    throw new Error(
      `The address is ${given}; only a system on this machine is tested, such as http://localhost:8000. Deployed ones are tested by npm run load:aws.`,
    );
  const at = (offset: number) => `http://127.0.0.1:${Number(new URL(url).port || 80) + offset}`;
  return { url, windows: { status: at(2), mail: at(11) }, inbox: at(1), stop: async () => undefined };
};

/** A system of the test's own in a temporary directory: with the demo races, or with the given ones. */
export const ownTarget = async ({
  races,
  orders = [],
}: Pick<SystemOptions, 'races' | 'orders'> = {}): Promise<Target> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'startline-load-'));
  const tidy = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const system = await startSystem({
      port: await freeBasePort(),
      dataDir,
      ...(races && { seed: false, races, orders }),
    });
    return {
      url: system.urls.page,
      windows: { status: system.urls.status, mail: `http://127.0.0.1:${system.ports.mail}` },
      inbox: system.urls.inbox,
      async stop() {
        await system.stop();
        tidy();
      },
    };
  } catch (error) {
    tidy();
    throw error;
  }
};
