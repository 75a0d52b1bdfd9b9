import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { FromPublisher, ToPublisher } from '../../local/commentator/publisher';
import { demoFeedRace } from '../../local/prepare/demo-feed';
import { Histogram } from '../report/histogram';

/** The process that publishes. Killed, it leaves a crowd with what was told so far, and another goes on. */
export const openPublisher = (functions: string, environment: Readonly<Record<string, string>>, isRandom: boolean) => {
  const published = new Histogram();
  const counts = { failures: 0, head: 0 };
  let perSecond = 0;
  let child: ChildProcess | undefined;
  let stopped = () => {};
  const start = async () => {
    const mine = fork(
      join(process.cwd(), 'local/commentator/publisher.ts'),
      [functions, demoFeedRace, isRandom ? 'random' : ''],
      {
        execArgv: ['--import', 'tsx'],
        env: { ...process.env, ...environment },
      },
    );
    child = mine;
    await new Promise<void>((resolve, reject) => {
      mine.once('error', reject);
      mine.on('message', (news: FromPublisher) => {
        if (news.kind === 'ready') resolve();
        if (news.kind === 'published') {
          published.record(news.ms);
          counts.head = news.head;
        }
        if (news.kind === 'failed') counts.failures++;
        if (news.kind === 'stopped') stopped();
      });
    });
    mine.send({ kind: 'rate', perSecond } satisfies ToPublisher);
  };
  return {
    published,
    counts,
    start,
    rate(wanted: number) {
      perSecond = wanted;
      child?.send({ kind: 'rate', perSecond } satisfies ToPublisher);
    },
    /** Killed in the middle. The result starts another one, which goes on. */
    kill() {
      child?.kill('SIGKILL');
      return start;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        stopped = resolve;
        child?.send({ kind: 'stop' } satisfies ToPublisher);
      }),
    end: () => child?.kill('SIGKILL'),
  };
};
