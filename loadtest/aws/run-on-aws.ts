import { Stopped } from '../generator/agenda';
import type { OnProgress } from '../report/progress';
import type { TestReport } from '../report/test-report';
import { reportPage } from '../report-page/report-page';
import type { Executions } from './executions';
import type { Order } from './run';
import { fileNames, type RunFiles } from './run-files';
import { watchRun } from './watch-run';

export interface OnAws {
  readonly files: RunFiles;
  readonly executions: Executions;
  readonly onProgress: OnProgress;
  /** Stops the run, on this machine and on AWS. */
  readonly signal: AbortSignal;
}

export interface Brought {
  readonly report: TestReport;
  /** The same report as an HTML page. */
  readonly page: string;
}

/**
 * Carries out one run on AWS: starts it, reports its progress, fetches its report. Rejects with the reason when it
 * cannot be run. Rejects with `Stopped` when somebody stopped it, here or elsewhere.
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

/** Writes the file first: generators end by it even where the state machine cannot end them. */
const stop = async (id: string, files: RunFiles, executions: Executions): Promise<void> => {
  await files.put(fileNames.stop, '{}');
  await executions.stop(id);
};
