import { StaleOnError } from '../../lambdas/platform/stale-on-error';

const never = () => new Promise<string>(() => {});
const broken = async (): Promise<string> => {
  throw new Error('away');
};

test('a caller without an earlier answer waits, and is told the truth', async () => {
  const staleOnError = new StaleOnError<string>();
  await expect(staleOnError.get('a', broken)).rejects.toThrow('away');
  expect(await staleOnError.get('a', async () => 'one')).toBe('one');
});

afterEach(() => jest.useRealTimers());

test.each([
  ['fails', broken],
  ['hangs', never],
])('while what is asked %s the last answer serves, soon', async (_, ask) => {
  const staleOnError = new StaleOnError<string>();
  await staleOnError.get('a', async () => 'one');
  jest.useFakeTimers();
  const asked = staleOnError.get('a', ask);
  await jest.advanceTimersByTimeAsync(900);
  expect(await asked).toBe('one');
  // For a moment no other caller needs to try.
  expect(await staleOnError.get('a', never)).toBe('one');
});

test('an answer that comes too late is the last known one from then on', async () => {
  const staleOnError = new StaleOnError<string>();
  await staleOnError.get('a', async () => 'one');
  let answer: ((text: string) => void) | undefined;
  const slow = new Promise<string>((resolve) => {
    answer = resolve;
  });
  expect(await staleOnError.get('a', () => slow)).toBe('one');
  answer?.('two');
  await slow;
  expect(await staleOnError.get('a', broken)).toBe('two');
});
