import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cloud, openCloud } from '../../local/emulator/cloud';
import { type Servers, startServers } from '../../local/emulator/servers';
import { type Emulator, startEmulator } from '../../local/emulator/start-emulator';
import { Undoing } from '../../local/emulator/undoing';
import { freePort } from '../../local/services/free-port';

/** An empty AWS, and everything else our functions need. */
export interface Stage {
  /** Belongs to this run alone, and is deleted with it. */
  readonly directory: string;
  readonly servers: Servers;
  readonly emulator: Emulator;
  readonly cloud: Cloud;
  readonly newPort: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Free ports; all differ. */
const portsOfOurOwn = () => {
  const taken = new Set<number>();
  const next = async (): Promise<number> => {
    const port = await freePort();
    if (taken.has(port)) return next();
    taken.add(port);
    return port;
  };
  return next;
};

export const openStage = async ({ repository, python }: { repository: string; python: string }): Promise<Stage> => {
  const undoing = new Undoing();
  try {
    // Outside the repository: functions are unpacked below it, and would take its package.json for theirs.
    const directory = await mkdtemp(join(tmpdir(), 'startline-deploy-'));
    undoing.add(async () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
    const newPort = portsOfOurOwn();
    const servers = await startServers({ repository, directory, newPort });
    undoing.add(servers.stop);
    const emulator = await startEmulator({ python, repository, directory, port: await newPort(), servers });
    undoing.add(emulator.stop);
    return { directory, servers, emulator, cloud: openCloud(emulator.url), newPort, stop: () => undoing.all() };
  } catch (error) {
    await undoing.all();
    throw error;
  }
};
