import type { OnProgress } from '../progress';
import type { TestReport, Wish } from '../test-report';

/** Who runs a test. One at a time: two would measure each other. */
export interface Engine {
  /** Rejects, saying why, when there is no report: the canary died, or `stop` was pulled. */
  run(wish: Wish, comment: string, tell: OnProgress, stop: AbortSignal): Promise<TestReport>;
}

/** Why a file in the folder of runs is no run. */
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
  /** Whether there was such a run. */
  comment(id: string, text: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
}
