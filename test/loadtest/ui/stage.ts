import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Progress } from '../../../loadtest/report/progress';
import type { TestReport, Wish } from '../../../loadtest/report/test-report';
import { FileHistory } from '../../../loadtest/ui/file-history';
import { loadPages } from '../../../loadtest/ui/pages';
import type { Engine } from '../../../loadtest/ui/ports';
import { type Answers, defaultAnswers } from '../../../loadtest/ui/read-wish';
import { TestStand } from '../../../loadtest/ui/test-stand';
import { aReport } from './a-report';

/** An engine whose runs end as the test says. */
export class PlayedEngine implements Engine {
  readonly wishes: Wish[] = [];
  #comment = '';
  #tell: (progress: Progress) => void = () => undefined;
  #done: (report: TestReport) => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;

  run(...[wish, comment, tell, stop]: Parameters<Engine['run']>): Promise<TestReport> {
    this.wishes.push(wish);
    this.#comment = comment;
    this.#tell = tell;
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#fail = reject;
      stop.addEventListener('abort', () => reject(new Error('the generator was ended')));
    });
  }

  tell(progress: Progress): void {
    this.#tell(progress);
  }

  /** Ends the run with the report of its wish, and with the test's changes. */
  finish(changes: Partial<TestReport> = {}): void {
    const wish = this.wishes.at(-1);
    this.#done(aReport({ ...(wish && { wish }), comment: this.#comment, ...changes }));
  }

  fail(reason: string): void {
    this.#fail(new Error(reason));
  }
}

export interface Stage {
  readonly url: string;
  readonly engine: PlayedEngine;
  readonly history: FileHistory;
  readonly folder: string;
  close(): Promise<void>;
}

/** The load test's pages on a server of their own. */
export const openStage = async (changes: Partial<Answers> = {}): Promise<Stage> => {
  const folder = await mkdtemp(join(tmpdir(), 'startline-load-pages-'));
  const engine = new PlayedEngine();
  const history = new FileHistory(folder);
  const defaults = { ...defaultAnswers, ...changes };
  const server = createServer(
    loadPages({ stand: new TestStand(engine, history), history, defaults, newSeed: () => 42 }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    engine,
    history,
    folder,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
};
