import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { localhost } from '../../../local/addresses';
import { makeSecrets } from '../../../local/services/secrets/make-secrets';
import { secretIds } from '../../../local/services/secrets/secret-ids';
import { startSystem } from '../../../local/system';
import { attackedForm, attackedRaces } from './races';
import { until } from './until';

/** A whole system of our own, with what its owner can look at. */
export interface Target {
  /** Without a slash at the end. */
  readonly url: string;
  readonly inbox: string;
  readonly status: string;
  readonly mail: string;
  readonly processor: { readonly url: string; readonly secretKey: string };
  readonly database: pg.Pool;
  /** Moves the functions' clock ahead of all other clocks. Resolves once it applies. Only where `clock` was asked for. */
  setClock(aheadSeconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** The minute jobs run within seconds here. */
const scheduleScale = '20';

export const startTarget = async (options: {
  readonly port: number;
  readonly dataDir: string;
  readonly say?: (news: string) => void;
  /** Whether the functions' clock can be moved. */
  readonly clock?: boolean;
}): Promise<Target> => {
  const { port, dataDir, clock = false } = options;
  const clockFile = join(dataDir, 'clock');
  const appliedFile = `${clockFile}-applied`;
  for (const file of [clockFile, appliedFile]) writeFileSync(file, '0');
  const setClock = async (aheadSeconds: number) => {
    writeFileSync(clockFile, String(aheadSeconds));
    await until(
      `the clock of the functions is ${aheadSeconds} s ahead`,
      () => readFileSync(appliedFile, 'utf8') === String(aheadSeconds),
    );
  };
  const system = await startSystem({
    port,
    dataDir,
    ...(options.say && { say: options.say }),
    seed: false,
    races: attackedRaces(new Date()),
    orders: attackedForm,
    env: {
      SCHEDULE_SCALE: scheduleScale,
      ...(clock && {
        ATTACKS_CLOCK: clockFile,
        NODE_OPTIONS: `--import=${pathToFileURL(join(process.cwd(), 'test/attacks/world/moved-clock.mjs')).href}`,
      }),
    },
  });
  const { secretKey = '' } = makeSecrets(join(dataDir, 'secrets.json'))[secretIds.processor] ?? {};
  const database = new pg.Pool({ connectionString: system.urls.ownerDatabase, max: 2 });
  database.on('error', () => undefined);
  return {
    url: system.urls.page,
    inbox: system.urls.inbox,
    status: system.urls.status,
    mail: localhost(system.ports.mail),
    processor: { url: system.urls.processor, secretKey },
    database,
    setClock,
    async stop() {
      await database.end();
      await system.stop();
    },
  };
};
