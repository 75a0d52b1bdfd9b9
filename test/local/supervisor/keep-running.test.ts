import { keepRunning, type Running } from '../../../local/supervisor/keep-running';
import { until } from '../../support/until';

/** A process that the test ends. */
const process = (pid: number) => {
  let end: (how: string) => void = () => undefined;
  const exited = new Promise<string>((resolve) => (end = resolve));
  const stop = jest.fn(async () => end('stopped'));
  const running: Running = { pid, exited, stop };
  return { running, stop, end: (how: string) => end(how) };
};

const options = () => ({ say: jest.fn(), changed: jest.fn(), firstPauseMs: 1, longestPauseMs: 4 });

test('a process that dies is started again, and that is said', async () => {
  const [first, second] = [process(1), process(2)];
  const start = jest
    .fn<Promise<Running>, []>()
    .mockResolvedValueOnce(first.running)
    .mockResolvedValueOnce(second.running);
  const told = options();
  const kept = await keepRunning('gateway', start, told);
  expect([kept.pid, kept.restarts, kept.state]).toEqual([1, 0, 'running']);
  first.end('was ended by SIGKILL');
  await until(() => kept.pid === 2 && kept.state === 'running');
  expect(kept.restarts).toBe(1);
  expect(told.say).toHaveBeenCalledWith('gateway was ended by SIGKILL; starting it again in 0.001 s');
  await kept.stop();
  expect(second.stop).toHaveBeenCalledTimes(1);
});

test('when starting again fails it is tried on, more and more slowly', async () => {
  const [first, last] = [process(1), process(2)];
  const start = jest.fn<Promise<Running>, []>().mockResolvedValueOnce(first.running);
  for (let failure = 0; failure < 4; failure++) start.mockRejectedValueOnce(new Error('port taken\ndetails'));
  start.mockResolvedValueOnce(last.running);
  const told = options();
  const kept = await keepRunning('queues', start, told);
  first.end('ended with code 1');
  await until(() => kept.pid === 2 && kept.state === 'running');
  expect(told.say.mock.calls.map(([text]) => /in ([\d.]+) s/.exec(text)?.[1]).filter(Boolean)).toEqual([
    '0.001',
    '0.002',
    '0.004',
    '0.004',
    '0.004',
  ]);
  expect(told.say.mock.calls[1]?.[0]).toContain('did not start (port taken)');
  await kept.stop();
});

test('stopping between two attempts ends it for good', async () => {
  const first = process(1);
  const start = jest.fn<Promise<Running>, []>().mockResolvedValueOnce(first.running).mockRejectedValue(new Error('no'));
  const kept = await keepRunning('mail', start, { ...options(), firstPauseMs: 60_000 });
  first.end('ended with code 1');
  await until(() => kept.state === 'down');
  await kept.stop();
  expect(kept.state).toBe('stopped');
  expect(start).toHaveBeenCalledTimes(1);
});

test('one that is stopped is not started again', async () => {
  const first = process(1);
  const start = jest.fn(async () => first.running);
  const kept = await keepRunning('mail', start, options());
  await kept.stop();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(start).toHaveBeenCalledTimes(1);
});

test('when the very first start fails, the caller gets the error', async () => {
  await expect(keepRunning('mail', () => Promise.reject(new Error('no such file')), options())).rejects.toThrow(
    'no such file',
  );
});
