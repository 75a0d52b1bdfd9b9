import { setTimeout as wait } from 'node:timers/promises';
import type { RawSecond } from '../generator/results';
import { secondCollector } from '../generator/second-collector';
import { secondOf } from '../report/figures';
import type { OnProgress } from '../report/progress';
import type { Executions, Standing } from './executions';
import { type News, type Prepared, readPrepared } from './run';
import { fileNames, type RunFiles } from './run-files';

/** Seconds without a report of a generator. After them the seconds of the others are shown without it. */
const silenceSeconds = 20;

interface Watched {
  readonly id: string;
  readonly files: RunFiles;
  readonly executions: Pick<Executions, 'look'>;
  readonly onProgress: OnProgress;
  /** Ends the watching, not the run. */
  readonly signal: AbortSignal;
}

/** Failed looks in a row before watching ends. The run itself does not depend on it. */
const mostFailures = 30;

/** Reports what all generators see, second by second, until the run is over. Resolves with how the run ended. */
export const watchRun = async ({ id, files, executions, onProgress, signal }: Watched): Promise<Standing> => {
  onProgress({ state: 'canary', done: 0, total: 0 });
  let reader: ReturnType<typeof newsReader> | undefined;
  for (let failures = 0; ; ) {
    let standing: Standing | undefined;
    try {
      standing = await executions.look(id);
      failures = 0;
    } catch (error) {
      if (++failures >= mostFailures) throw error;
    }
    if (!reader) {
      const prepared = await readPrepared(files).catch(() => undefined);
      reader = prepared && newsReader(prepared, files, onProgress);
    }
    await reader?.read();
    if (standing && standing.state !== 'running') return standing;
    await wait((reader?.every ?? 1) * 1000, undefined, { signal });
  }
};

const newsReader = ({ generators, tellEvery, startAt, task, canary }: Prepared, files: RunFiles, tell: OnProgress) => {
  const total = task.wish.runners * canary.requests;
  let done = 0;
  const collect = secondCollector(generators, (raw) => {
    done += raw.requests;
    tell({ state: 'running', done, total, second: secondOf(raw) });
  });
  const told = Array.from({ length: generators }, () => ({ second: -1, at: startAt }));

  const readOne = async (generator: number): Promise<void> => {
    const text = await files.get(fileNames.live(generator)).catch(() => undefined);
    const known = told[generator];
    if (!known) return;
    for (const second of secondsIn(text).filter((one) => one.second > known.second)) {
      collect.second(generator, second);
      known.second = second.second;
      known.at = Date.now();
    }
    if (Date.now() > known.at + (silenceSeconds + tellEvery) * 1000) collect.done(generator);
  };
  return { every: tellEvery, read: () => Promise.all(told.map((_, generator) => readOne(generator))) };
};

const secondsIn = (text: string | undefined): readonly RawSecond[] => {
  if (text === undefined) return [];
  const news: News = JSON.parse(text);
  return news.seconds;
};
