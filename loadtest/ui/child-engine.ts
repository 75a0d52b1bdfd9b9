import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { type OnProgress, progress } from '../report/progress';
import { type TestReport, testReport, type Wish } from '../report/test-report';
import { optionsOf } from '../report-page/repeat-command';
import type { Engine } from './ports';

/** Milliseconds that a run with its own system has to stop. After them it is killed. */
const stopDeadlineMs = 60_000;
/** How many of the last characters of its errors are kept. */
const errorTailLength = 2000;

/**
 * Runs each test as `npm run load` does, in a process of its own. Drawing pages then costs the generator no CPU, and
 * the command that repeats a run is the one that ran it.
 */
export class ChildEngine implements Engine {
  async run(wish: Wish, comment: string, tell: OnProgress, stop: AbortSignal): Promise<TestReport> {
    const folder = await mkdtemp(join(tmpdir(), 'startline-load-report-'));
    try {
      const file = join(folder, 'report.json');
      // One word each, so that a value that begins with a hyphen stays a value.
      const options = [...optionsOf(wish, comment), ['out', file] as const].map(
        ([name, value]) => `--${name}=${value}`,
      );
      const said = await end(start(options), tell, stop);
      const text = await readFile(file, 'utf8').catch(() => undefined);
      if (text === undefined) throw new Error(said || 'The load test ended without a word.');
      return v.parse(testReport, JSON.parse(text));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

const start = (options: readonly string[]) =>
  spawn(process.execPath, ['--import', 'tsx', 'loadtest/main.ts', ...options], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Ctrl-C in a terminal then reaches this process alone: a second signal would cut the child's cleanup short. The
    // child notices when this process ends.
    detached: true,
  });

/** Waits for the child's end. Resolves with its error output. */
const end = (child: ChildProcess, tell: OnProgress, stop: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    let complaints = '';
    let force: NodeJS.Timeout | undefined;
    const ask = () => {
      child.kill('SIGINT');
      force = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
    };
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaints = (complaints + text).slice(-errorTailLength);
    });
    child.on('message', (message) => {
      const news = v.safeParse(progress, message);
      if (news.success) tell(news.output);
    });
    child.once('error', reject);
    // Not `exit`: the last output may still be on its way.
    child.once('close', () => {
      clearTimeout(force);
      stop.removeEventListener('abort', ask);
      resolve(complaints.trim());
    });
    if (stop.aborted) ask();
    else stop.addEventListener('abort', ask);
  });
