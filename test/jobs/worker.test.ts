import { setImmediate } from 'node:timers/promises';
import { jobsWorker } from '../../lambdas/jobs/worker';
import { log } from '../../lambdas/platform/observability';

test('work that fails ends no other work, and each failure is told once all has ended', async () => {
  const done: string[] = [];
  const deadlines: number[] = [];
  const slow = (kind: string) => async (deadline: number) => {
    deadlines.push(deadline);
    await setImmediate();
    done.push(kind);
    return 1;
  };
  const failing = async () => {
    throw new Error('The database is away.');
  };
  const another = async () => {
    throw new Error('The bucket is away.');
  };
  const logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
  const worker = jobsWorker(
    { cancel: failing, announce: slow('announce'), tell: slow('tell'), tidy: slow('tidy'), write: another },
    () => 1_000,
  );
  await expect(worker()).rejects.toThrow('The database is away.');
  expect(done.sort()).toEqual(['announce', 'tell', 'tidy']);
  expect(deadlines).toEqual([46_000, 46_000, 46_000]);
  expect(logged.mock.calls).toEqual([[expect.any(String), new Error('The bucket is away.')]]);
});
