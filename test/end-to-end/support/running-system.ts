import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { portsFrom } from '../../../local/addresses';
import { hasCode } from '../../../local/has-code';
import { freeBasePort } from '../../../local/services/free-port';
import { postgresDirectory } from '../../../local/services/postgres';
import { shareBuilds } from '../../support/system-builds';
import { logsIn } from './logs';

/** The whole system as `npm start` starts it, in a directory of its own. */
export interface RunningSystem {
  /** Without a slash at the end. */
  readonly url: string;
  readonly inbox: string;
  readonly status: string;
  readonly mail: string;
  readonly dataDir: string;
  readonly ports: ReturnType<typeof portsFrom>;
  /** Process ids by the names on the status page, as they are now. */
  processes(): Readonly<Record<string, { readonly pid: number; readonly restarts: number }>>;
  start(): Promise<void>;
  /** Sends SIGINT (Ctrl-C). Resolves with how the process ended. */
  interrupt(): Promise<Ended>;
  /** A test that, when it fails, shows what the system said. */
  readonly watched: <Given extends unknown[]>(
    work: (...given: Given) => Promise<void>,
  ) => (...given: Given) => Promise<void>;
}

export interface Ended {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly seconds: number;
}

const listed = v.array(v.object({ name: v.string(), pid: v.number(), restarts: v.number() }));

/** True when no process has this id any more. */
export const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return hasCode(error, 'ESRCH');
  }
};

/** Milliseconds. A machine with one busy core needs this time; after it, waiting is useless. */
const startSeconds = 240;

/** Registers jest hooks for a file of tests against one system: started before them, stopped and deleted after them. */
export const runSystem = ({ hasPeople = false } = {}): RunningSystem => {
  const dataDir = mkdtempSync(join(tmpdir(), 'startline-whole-'));
  let ports = portsFrom(0);
  let child: ChildProcess | undefined;
  let said = '';

  const start = async () => {
    said = '';
    const started = spawn(process.execPath, ['--import', 'tsx', 'local/main.ts'], {
      // The fourth channel closes when this process ends; then the system ends too.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Its functions log as much as deployed ones: a test follows a registration through their logs.
      env: {
        ...process.env,
        STARTLINE_PORT: String(ports.page),
        STARTLINE_DATA: dataDir,
        POWERTOOLS_LOG_LEVEL: 'INFO',
        // What is due at the next full minute, such as an invoice, is done within ten seconds.
        SCHEDULE_SCALE: '6',
        // The books of most tests say who came.
        ...(!hasPeople && { STARTLINE_PEOPLE: 'no' }),
      },
    });
    child = started;
    for (const stream of [started.stdout, started.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    const ended = once(started, 'exit');
    for (const giveUp = Date.now() + startSeconds * 1000; !/Page +http:[\s\S]*└─+┘/.test(said); ) {
      if (started.exitCode !== null || started.signalCode !== null || Date.now() > giveUp) {
        started.kill('SIGTERM');
        await ended;
        throw new Error(`The system did not start:\n${report()}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  const interrupt = async (): Promise<Ended> => {
    const ending = child;
    if (!ending) throw new Error('The system does not run.');
    const since = performance.now();
    if (ending.exitCode === null && ending.signalCode === null) {
      const ended = once(ending, 'exit');
      ending.kill('SIGINT');
      await ended;
    }
    child = undefined;
    return { code: ending.exitCode, seconds: (performance.now() - since) / 1000 };
  };

  const report = () =>
    `── the terminal\n${said.trimEnd()}\n${logsIn([join(dataDir, 'logs'), postgresDirectory(dataDir)])}`;

  const processes = () => {
    const all = v.parse(listed, JSON.parse(readFileSync(join(dataDir, 'processes.json'), 'utf8')));
    return Object.fromEntries(all.map(({ name, pid, restarts }) => [name, { pid, restarts }]));
  };

  beforeAll(
    async () => {
      await shareBuilds(dataDir);
      ports = portsFrom(await freeBasePort());
      await start();
    },
    startSeconds * 1000 + 10_000,
  );
  afterAll(async () => {
    if (child) await interrupt();
    rmSync(postgresDirectory(dataDir), { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }, 240_000);

  const at = (name: keyof typeof ports) => `http://localhost:${ports[name]}`;
  return {
    get url() {
      return at('page');
    },
    get inbox() {
      return at('inbox');
    },
    get status() {
      return at('status');
    },
    get mail() {
      return at('mail');
    },
    dataDir,
    get ports() {
      return ports;
    },
    processes,
    start,
    interrupt,
    watched:
      (work) =>
      async (...given) => {
        try {
          await work(...given);
        } catch (error) {
          console.error(report());
          throw error;
        }
      },
  };
};
