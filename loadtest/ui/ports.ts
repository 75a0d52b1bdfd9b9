import type { OnProgress } from '../report/progress';
import type { TestReport, Wish } from '../report/test-report';

/** Runs tests, one at a time: two would measure each other. */
export interface Engine {
  /** Rejects with the reason when there is no report: the canary failed, or `stop` was aborted. */
  run(wish: Wish, comment: string, tell: OnProgress, stop: AbortSignal): Promise<TestReport>;
}

/** A file in the folder of runs that is no run, and why. */
export interface Damaged {
  readonly file: string;
  readonly reason: string;
}

/** The finished runs. */
export interface History {
  /** The newest first. */
  list(): Promise<{ readonly reports: readonly TestReport[]; readonly damaged: readonly Damaged[] }>;
  find(id: string): Promise<TestReport | undefined>;
  keep(report: TestReport): Promise<void>;
  /** Whether there was a run of this id. */
  comment(id: string, text: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
}
