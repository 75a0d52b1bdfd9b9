import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ObjectStore, openObjects } from '../../local/objects/object-store';
import { serveObjects } from '../../local/objects/serve-objects';

export interface FreshObjects {
  /** Of the one bucket. */
  readonly url: string;
  readonly store: ObjectStore;
  stop(): Promise<void>;
}

/** A bucket of its own. */
export const freshObjects = async (): Promise<FreshObjects> => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-objects-'));
  const store = openObjects(folder, () => new Date());
  const server = serveObjects({ bucket: 'startline-test', store });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/startline-test`,
    store,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
