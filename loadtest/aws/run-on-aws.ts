import { Stopped } from '../generator/agenda';
import type { OnProgress } from '../progress';
import { reportPage } from '../report-page/report-page';
import type { TestReport } from '../test-report';
import type { Executions } from './executions';
import type { Order } from './run';
import { fileNames, type RunFiles } from './run-files';
import { watchRun } from './watch-run';

export interface OnAws {
  readonly files: RunFiles;
  readonly executions: Executions;
  readonly onProgress: OnProgress;
  /** Stops the run, wherever it is. */
  readonly signal: AbortSignal;
}

export interface Brought {
  readonly report: TestReport;
  /** The same to look at. */
  readonly page: string;
}

/**
 * One run on AWS from beginning to end: starts it, tells how it goes, brings its report. Rejects with the reason when it
 * cannot be run, and with `Stopped` when it was stopped: here, or by somebody else.
 */
export const runOnAws = async (order: Order, { files, executions, onProgress, signal }: OnAws): Promise<Brought> => {
  if (signal.aborted) throw new Stopped();
  const { id } = order;
  await executions.start(id, JSON.stringify(order));
  try {
    const standing = await watchRun({ id, files, executions, onProgress, signal });
    if (standing.state === 'stopped') throw new Stopped();
    if (standing.state === 'failed') throw new Error(standing.why);
  } catch (error) {
    if (!signal.aborted) throw error;
    await stop(id, files, executions);
    throw new Stopped();
  }
  const text = await files.get(fileNames.report);
  if (text === undefined) throw new Error('The run is over, and there is no report of it.');
  const report: TestReport = JSON.parse(text);
  const page = reportPage(report);
  await files.put(fileNames.page, page);
  return { report, page };
};

/** The file first: generators end by it even where the state machine cannot end them. */
const stop = async (id: string, files: RunFiles, executions: Executions): Promise<void> => {
  await files.put(fileNames.stop, '{}');
  await executions.stop(id);
};
