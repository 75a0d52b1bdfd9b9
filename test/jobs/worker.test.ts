import { setTimeout } from 'node:timers/promises';
import { jobsWorker } from '../../lambdas/jobs/worker';

test('work that fails ends no other work, and is told once all has ended', async () => {
  const done: string[] = [];
  const deadlines: number[] = [];
  const slow = (kind: string) => async (deadline: number) => {
    deadlines.push(deadline);
    await setTimeout(20);
    done.push(kind);
    return 1;
  };
  const failing = async () => {
    throw new Error('The database is away.');
  };
  const worker = jobsWorker(
    {
      cancel: failing,
      announce: slow('announce'),
      tell: slow('tell'),
      tidy: slow('tidy'),
      write: slow('write'),
    },
    () => 1_000,
  );
  await expect(worker()).rejects.toThrow('The database is away.');
  expect(done.sort()).toEqual(['announce', 'tell', 'tidy', 'write']);
  expect(deadlines).toEqual([46_000, 46_000, 46_000, 46_000]);
});
