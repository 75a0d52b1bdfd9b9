import { OverloadError } from '../../lambdas/platform/cache/limit';
import { MemcachedError } from '../../lambdas/platform/memcached/memcached';
import { SqsError } from '../../lambdas/platform/queue/sqs-error';
import { isDataFault, isTransient } from '../../lambdas/platform/retry';
import { SessionUnknownError } from '../../lambdas/platform/sessions/two-pool-sessions';

const coded = (code: string) => Object.assign(new Error(code), { code });
const named = (name: string) => Object.assign(new Error(name), { name });

test.each([
  ['a cache that is away', new MemcachedError('connection', 'x')],
  ['too many loads', new OverloadError('x')],
  ['a session nobody can tell', new SessionUnknownError('x')],
  ['SQS that breaks', SqsError.refused(503, undefined)],
  ['SQS that is asked too often', SqsError.refused(400, { __type: 'a#ThrottlingException' })],
  ['SQS that cannot be reached', SqsError.unanswered(new Error('x'))],
  ['a time-out of Node', named('TimeoutError')],
  ['a request given up', named('AbortError')],
  ['a connection refused', coded('ECONNREFUSED')],
  ['a connection exception of PostgreSQL', coded('08006')],
  ['a deadlock', coded('40P01')],
  ['a connection that pg lost', new Error('Connection terminated unexpectedly')],
  ['what the AWS SDK would try again', Object.assign(new Error('x'), { $retryable: {} })],
  ['an error by such a cause', new Error('x', { cause: coded('57P01') })],
  ['one such error of several', new AggregateError([new Error('x'), coded('ECONNRESET')])],
])('after %s it helps to try again', (_, error) => {
  expect(isTransient(error)).toBe(true);
});

test.each([
  ['SQS that has no such queue', SqsError.refused(400, { __type: 'a#QueueDoesNotExist' })],
  ['a mistake of ours', new TypeError('x is not a function')],
  ['a broken constraint', coded('23514')],
  ['an error that only has the name of ours', named('MemcachedError')],
  ['an error that says it stays', Object.assign(new Error('x'), { transient: false })],
  ['what is no error', { transient: true }],
])('after %s it does not', (_, error) => {
  expect(isTransient(error)).toBe(false);
});

test.each(['22021', '23505', '54000'])('what %s refuses once is refused always', (code) => {
  expect(isDataFault(coded(code))).toBe(true);
});

test.each(['40P01', '57P01', '2200', 'ECONNRESET'])('%s says nothing against the data', (code) => {
  expect(isDataFault(coded(code))).toBe(false);
});
