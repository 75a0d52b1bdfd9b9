import type { RequestListener } from 'node:http';
import { ChildEngine } from './child-engine';
import { FileHistory } from './file-history';
import { loadPages } from './pages';
import { type Answers, defaultAnswers } from './read-wish';
import { TestStand } from './test-stand';

export interface MountedPages {
  readonly answer: RequestListener;
  /** Ends the running test. */
  readonly close: () => Promise<void>;
}

/** The load test's pages with real runs, kept in `folder`. `answers`: defaults of the form. */
export const mountLoadPages = (folder: string, answers: Partial<Answers>): MountedPages => {
  const history = new FileHistory(folder);
  const stand = new TestStand(new ChildEngine(), history);
  return {
    answer: loadPages({
      stand,
      history,
      defaults: { ...defaultAnswers, ...answers },
      newSeed: () => Math.floor(Math.random() * 2 ** 32),
    }),
    close: () => stand.stop(),
  };
};
