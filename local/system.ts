import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CreateRaceMessage } from '../lambdas/races/messages';
import { awsEnvironment, functionAddresses, localhost, type Ports, portsFrom, siteUrl } from './addresses';
import { type Databases, openDatabases, postgresDirectory } from './services/postgres';
import { checkDisk, checkPorts } from './supervisor/check-machine';
import { lockInstance } from './supervisor/instance-lock';
import { Parts } from './supervisor/parts';
import { startParts } from './supervisor/start-parts';

export interface SystemOptions {
  /** The first of its ports, which follow each other. */
  readonly port: number;
  readonly dataDir: string;
  readonly repository?: string;
  /** Deletes the data of earlier runs first. */
  readonly reset?: boolean;
  /** Creates the two demo races. Default: true. */
  readonly seed?: boolean;
  /** More races to create, as messages for the `direct` function. */
  readonly races?: readonly CreateRaceMessage[];
  /** More that a director orders once these races are made, as messages for the `direct` function. */
  readonly orders?: readonly object[];
  /** The address of somebody who is invited to the console, as owner of all races. */
  readonly director?: string;
  /** PostgreSQL counts each statement and the time that it takes, which itself takes time: for measurements. */
  readonly countsStatements?: boolean;
  /** There is a race that is told live, by a commentator who speaks while somebody follows. Default: false. */
  readonly isTold?: boolean;
  /**
   * There is a race that has been on sale for weeks, with last year's to compare it with. Its people come in after the start.
   * Default: false.
   */
  readonly isPeopled?: boolean;
  /** More environment variables for the functions and our processes, for tests. */
  readonly env?: Readonly<Record<string, string>>;
  readonly say?: (news: string) => void;
  /** Wraps every step of the start, for example to show its duration. */
  readonly step?: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

export interface System {
  readonly urls: {
    readonly page: string;
    readonly inbox: string;
    readonly status: string;
    readonly processor: string;
    readonly queues: string;
    readonly database: string;
    readonly ownerDatabase: string;
    readonly reader: string;
    readonly dataCache: string;
  };
  readonly ports: Ports;
  /** Process ids by the names on the status page. A restart changes them. */
  readonly pids: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

const quietly = <T>(_name: string, work: () => Promise<T>) => work();

/**
 * Starts everything, each part as soon as the parts it needs are ready. Rejects with advice; then nothing is left
 * running.
 */
export const startSystem = async (options: SystemOptions): Promise<System> => {
  const { port, reset = false, say = () => undefined, step = quietly } = options;
  const dataDir = resolve(options.dataDir);
  const ports = portsFrom(port);
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const lock = lockInstance(dataDir, port);
  const parts = new Parts(join(dataDir, 'processes.json'), say);
  const stop = async () => {
    await parts.stopAll();
    lock.release();
  };
  try {
    checkDisk(dataDir);
    // Processes of a killed instance need a moment to notice and end.
    await checkPorts(ports, lock.wasStale ? 25_000 : 3_000);
    if (reset) await step('delete', async () => deleteData(dataDir, say));
    mkdirSync(join(dataDir, 'logs'), { recursive: true });
    const repository = resolve(options.repository ?? process.cwd());
    const databases = await step('PostgreSQL files', () =>
      openDatabases({ repository, dataDirectory: dataDir, ports, say, countsStatements: options.countsStatements }),
    );
    const environment = environmentOf(ports, databases, options.env ?? {});
    const more = options.env ?? {};
    const { seed = true, races = [], orders = [], director, isTold = false, isPeopled = false } = options;
    await startParts({
      repository,
      dataDir,
      ports,
      parts,
      databases,
      environment,
      more,
      seed,
      races,
      orders,
      director,
      isTold,
      isPeopled,
      say,
      step,
    });
    return {
      urls: urlsOf(ports, environment),
      ports,
      stop,
      get pids() {
        return parts.pids;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The data of an instance. Tools and builds stay: they can be made again, but only with a network and time. */
const kept = ['postgres', 'queues', 'mail', 'processor', 'objects', 'secrets.json', 'logs'];

/** Deletes the data of earlier runs in a data directory. Call only while holding the instance lock. */
const deleteData = (dataDirectory: string, say: (news: string) => void): void => {
  for (const name of kept) rmSync(join(dataDirectory, name), { recursive: true, force: true });
  rmSync(postgresDirectory(dataDirectory), { recursive: true, force: true });
  say(`deleted the database, queues, payments, mail counts, results, secrets and logs in ${dataDirectory}`);
};

const environmentOf = (ports: Ports, databases: Databases, more: Readonly<Record<string, string>>) => ({
  ...functionAddresses(ports, {
    writer: databases.urlOf('registrar'),
    reader: databases.urlOf('registrar', 'standby'),
    owner: databases.urlOf('owner'),
  }),
  ...awsEnvironment(ports),
  ...more,
});

const urlsOf = (ports: Ports, environment: ReturnType<typeof environmentOf>): System['urls'] => ({
  page: siteUrl(ports),
  inbox: `http://localhost:${ports.inbox}`,
  status: `http://localhost:${ports.status}`,
  processor: localhost(ports.processor),
  queues: localhost(ports.queues),
  database: environment.DATABASE_URL,
  ownerDatabase: environment.OWNER_DATABASE_URL,
  reader: environment.READER_URL,
  dataCache: environment.DATA_CACHE_URL,
});
