import { setTimeout as wait } from 'node:timers/promises';
import { letRun } from '../generator/let-run';
import { rawEngine } from '../http/raw-engine';
import { thisMachine } from '../report/machine';
import { liveNews } from './live-news';
import { type Brought, type Prepared, readPrepared } from './run';
import { fileNames, type RunFiles } from './run-files';

/** Milliseconds. Somebody who stops a run waits this long at most, and every look costs a little. */
const stopCheckMs = 5_000;
/** Milliseconds that a generator needs from waking up until its first runner can set off. */
const wakeUpMs = 250;
/** Connections to one server: enough for a hundred people. */
const mostConnections = 300;

/**
 * Lets one share of a run's runners go, at the moment fixed for all generators, and leaves its results among the run's
 * files. When it fails, it leaves the reason there, and rejects. `signal`: the machine is being taken away.
 */
export const generateShare = async (share: number, files: RunFiles, signal: AbortSignal): Promise<void> => {
  const leave = (brought: Brought) => files.put(fileNames.brought(share), JSON.stringify(brought));
  try {
    await leave(await runShare(share, files, signal));
  } catch (error) {
    const why = signal.aborted ? 'its machine was taken away' : error instanceof Error ? error.message : String(error);
    await leave({ kind: 'nothing', why });
    throw error;
  }
};

const runShare = async (share: number, files: RunFiles, taken: AbortSignal): Promise<Brought> => {
  const prepared = await readPrepared(files);
  if (!prepared) throw new Error('The run was never prepared.');
  const { task, generators: of, startAt, tellEvery } = prepared;
  const over = new AbortController();
  const stop = stopSignal(files, over.signal);
  const signal = AbortSignal.any([taken, stop]);
  const news = liveNews(files, share, tellEvery);
  try {
    const late = Math.max(0, Date.now() - startAt);
    await waitUntil(startAt - wakeUpMs, signal);
    const results = await letRun(
      { ...task, share: { index: share, of }, startAt },
      { onSecond: (second) => news.second(second), signal, engine: rawEngine({ mostPerAddress: mostConnections }) },
    );
    return { kind: 'results', late, machine: thisMachine(), results };
  } finally {
    over.abort();
    await news.end();
  }
};

const waitUntil = async (moment: Prepared['startAt'], signal: AbortSignal): Promise<void> => {
  const left = moment - Date.now();
  if (left > 0) await wait(left, undefined, { signal });
};

/** Aborts once the stop file exists. A failed look does not stop the run. */
const stopSignal = (files: RunFiles, over: AbortSignal): AbortSignal => {
  const stop = new AbortController();
  const look = async () => {
    while (!over.aborted) {
      if ((await files.get(fileNames.stop).catch(() => undefined)) !== undefined) return stop.abort();
      await wait(stopCheckMs, undefined, { signal: over });
    }
  };
  // It rejects when the run is over, which is its normal end.
  look().catch(() => undefined);
  return stop.signal;
};
