import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { type OnProgress, progress } from '../progress';
import { optionsOf } from '../report-page/repeat-command';
import { type TestReport, testReport, type Wish } from '../test-report';
import type { Engine } from './ports';

/** A system of its own needs its time to stop; who takes longer is ended. */
const stopDeadlineMs = 60_000;
/** So much of what it said last is worth telling. */
const lastWords = 2000;

/**
 * Runs each test as `npm run load` does, in a process of its own: drawing pages must not cost the generator its time,
 * and the command that repeats a run is the one that ran it.
 */
export class ChildEngine implements Engine {
  async run(wish: Wish, comment: string, tell: OnProgress, stop: AbortSignal): Promise<TestReport> {
    const folder = await mkdtemp(join(tmpdir(), 'startline-load-report-'));
    try {
      const file = join(folder, 'report.json');
      // As one word each: what begins with a hyphen stays a value.
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
    // Ctrl-C in a terminal reaches us alone: twice the same wish would cut its tidying up short. It notices our end.
    detached: true,
  });

/** Waits for its end. Resolves with what it complained of. */
const end = (child: ChildProcess, tell: OnProgress, stop: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    let complaints = '';
    let force: NodeJS.Timeout | undefined;
    const ask = () => {
      child.kill('SIGINT');
      force = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
    };
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaints = (complaints + text).slice(-lastWords);
    });
    child.on('message', (message) => {
      const news = v.safeParse(progress, message);
      if (news.success) tell(news.output);
    });
    child.once('error', reject);
    // Not `exit`: what it said last may still be on its way.
    child.once('close', () => {
      clearTimeout(force);
      stop.removeEventListener('abort', ask);
      resolve(complaints.trim());
    });
    if (stop.aborted) ask();
    else stop.addEventListener('abort', ask);
  });
