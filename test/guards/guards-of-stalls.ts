import type { Guard } from './guard';

const memcached = 'test/platform/memcached/faults.test.ts';

/** A process that was held up goes on where it was, and no number is lost on the way. */
export const guardsOfStalls: readonly Guard[] = [
  {
    guard: 'A request to memcached is late only once the socket was looked at.',
    invariant: 'L2',
    file: 'lambdas/platform/memcached/pipeline.ts',
    from: `  readonly #lookAtClock = (): void => {
    // Not yet: when our own process was stopped, the reply is here already, and is read before an immediate runs.
    setImmediate(() => {`,
    to: `  readonly #lookAtClock = (): void => {
    [setImmediate].forEach(() => {`,
    test: [memcached, 'who was held up himself takes no late answer for a lost one'],
  },
  {
    guard: 'Answers longer than the socket’s buffer are waited for while they come.',
    invariant: 'L2',
    file: 'lambdas/platform/memcached/pipeline.ts',
    from: 'else if (received !== this.#received && now - from < timeoutMs)',
    to: 'else if (received > this.#received && now - from < timeoutMs)',
    test: [memcached, 'who was held up himself takes no late answer for a lost one'],
  },
  {
    guard: 'A statement is late only once the socket was looked at.',
    invariant: 'L2',
    file: 'lambdas/platform/postgres/open-postgres.ts',
    from: `setImmediate(reject, new Error('Query read timeout'))`,
    to: `reject(new Error('Query read timeout'))`,
    test: [
      'test/platform/postgres/open-postgres.test.ts',
      'who was held up himself takes no late answer for a lost one',
    ],
  },
];
