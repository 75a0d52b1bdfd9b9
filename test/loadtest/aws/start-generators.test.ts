import { leadSeconds, mostGenerators, waitSeconds } from '../../../loadtest/aws/run-plan';
import { TimerHeap } from '../../../local/timer-heap';
import { dig, joined, listAt, synthesise } from '../../lib/support/synthesise';
import { random } from '../../support/random';

/** Fargate's limit for RunTask, of one account and region: calls a second, and as many at once. */
const callsPerSecond = 20;

/** A retry of the Amazon States Language, in seconds. */
interface Retry {
  readonly IntervalSeconds: number;
  readonly BackoffRate: number;
  readonly MaxDelaySeconds: number;
  readonly MaxAttempts: number;
}

interface Start {
  readonly retry: Retry;
  /** Seconds until the n-th generator is requested. */
  readonly wait: (share: number) => number;
  /** RunTask calls a second of somebody else in the same account. */
  readonly others?: number;
}

/**
 * Requests generators from a token bucket that refuses what exceeds it. `lost`: how many gave up. `last`: seconds until
 * the last one started.
 */
const startAll = (generators: number, { retry, wait, others = 0 }: Start, seed: number) => {
  const { next } = random(seed);
  const calls = new TimerHeap<{ readonly at: number; readonly attempt: number }>((a, b) => a.at < b.at);
  for (let share = 0; share < generators; share++) calls.add({ at: wait(share), attempt: 0 });
  let [tokens, filledAt, lost, last] = [callsPerSecond, 0, 0, 0];
  for (let call = calls.first; call; call = calls.first) {
    calls.removeFirst();
    tokens = Math.min(callsPerSecond, tokens + (call.at - filledAt) * (callsPerSecond - others));
    filledAt = call.at;
    if (tokens >= 1) {
      tokens--;
      last = call.at;
    } else if (call.attempt >= retry.MaxAttempts) lost++;
    else {
      const most = Math.min(retry.MaxDelaySeconds, retry.IntervalSeconds * retry.BackoffRate ** call.attempt);
      // Full jitter: anything up to the delay.
      calls.add({ at: call.at + next() * most, attempt: call.attempt + 1 });
    }
  }
  return { lost, last };
};

const [machine] = synthesise('lean with a load test').ofType('AWS::StepFunctions::StateMachine', 'load');
const map = dig(JSON.parse(joined(dig(machine?.properties, 'DefinitionString'))), 'States', 'Generate all shares');
const states = dig(map, 'ItemProcessor', 'States');
const retry = listAt(states, 'Generate a share', 'Retry')[0] as Retry;

const seeds = Array.from({ length: 1_000 }, (_, seed) => seed);
const atOnce = () => 0;

test('a generator waits for its turn, and every retry has a delay of its own', () => {
  expect(dig(map, 'ItemSelector', 'wait.$')).toBe('$$.Map.Item.Value.wait');
  const first = String(dig(map, 'ItemProcessor', 'StartAt'));
  expect(dig(states, first)).toMatchObject({ Type: 'Wait', SecondsPath: '$.wait', Next: 'Generate a share' });
  expect(dig(retry, 'JitterStrategy')).toBe('FULL');
});

test('all generators of the biggest run start, and none of them late', () => {
  for (const seed of seeds)
    expect(startAll(mostGenerators, { retry, wait: waitSeconds }, seed)).toEqual({
      lost: 0,
      last: waitSeconds(mostGenerators - 1),
    });
});

test('they start also while somebody else takes half of what Fargate allows', () => {
  for (const seed of seeds) {
    const { lost, last } = startAll(mostGenerators, { retry, wait: waitSeconds, others: 10 }, seed);
    expect(lost).toBe(0);
    expect(last).toBeLessThanOrEqual(leadSeconds(mostGenerators, 0));
  }
});

test('the retries alone outlast a thousand calls at once', () => {
  for (const seed of seeds.slice(0, 100)) expect(startAll(mostGenerators, { retry, wait: atOnce }, seed).lost).toBe(0);
});

test('six retries of half a minute in all lose generators: this test can tell', () => {
  const six: Retry = {
    IntervalSeconds: 2,
    BackoffRate: 1.5,
    MaxDelaySeconds: Number.POSITIVE_INFINITY,
    MaxAttempts: 6,
  };
  for (const seed of seeds.slice(0, 20))
    expect(startAll(500, { retry: six, wait: atOnce }, seed).lost).toBeGreaterThan(0);
});
