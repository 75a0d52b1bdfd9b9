import type { SQSEvent } from 'aws-lambda';
import { type CapacityOrder, needAt } from '../../lambdas/capacity/need';
import type { CapacityState } from '../../lambdas/capacity/ports';
import type { CapacitySet, SetCapacity } from '../../lambdas/capacity/set-capacity';
import { sqsOrders } from '../../lambdas/capacity/sqs-orders';
import type { Targets } from '../../lambdas/capacity/targets';
import { setWorker } from '../../lambdas/capacity/worker';
import { instrument } from '../../lambdas/functions/wiring/connections/observability';
import { at, opening } from './openings';

let lines: Record<string, unknown>[];
let metrics: Record<string, unknown>[];

beforeEach(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'false';
  [lines, metrics] = [[], []];
  for (const level of ['info', 'warn', 'error'] as const) {
    jest.spyOn(console, level).mockImplementation((...[line]: unknown[]) => {
      lines.push({ ...JSON.parse(String(line)), level });
    });
  }
  jest.spyOn(console, 'log').mockImplementation((...[line]: unknown[]) => {
    metrics.push(JSON.parse(String(line)));
  });
});
afterEach(() => jest.restoreAllMocks());

const order = (due: boolean): CapacityOrder => ({ at: at(-5), due, need: needAt([opening(0, 5000)], at(-5)) });
const nothing: CapacitySet = { changed: [], unready: [], parts: [] };

/** The order as one function sends it and the other receives it. */
const travel = async (given: CapacityOrder): Promise<SQSEvent> => {
  let body: unknown;
  const send = async (message: { readonly body: unknown }) => {
    body = message.body;
  };
  await sqsOrders({ send, sendAll: async () => undefined }).give(given);
  const attributes = {
    ApproximateReceiveCount: '1',
    SentTimestamp: '',
    SenderId: '',
    ApproximateFirstReceiveTimestamp: '',
  };
  const record = { messageId: 'm', receiptHandle: '', attributes, messageAttributes: {}, md5OfBody: '', awsRegion: '' };
  return { Records: [{ ...record, body: JSON.stringify(body), eventSource: 'aws:sqs', eventSourceARN: '' }] };
};
const kept: CapacityState[] = [];
const keep = async (state: CapacityState) => {
  kept.push(state);
};
const carryOut = async (given: CapacityOrder, set: SetCapacity, targets: Targets = { functions: {} }, to = keep) =>
  instrument('set-capacity', setWorker(set, targets, { keep: to }))(await travel(given));

test('directors find what was set, and an order is carried out also while that cannot be kept', async () => {
  const given = order(true);
  const parts = [{ name: 'register', wanted: 20, there: 12, most: 150, isReady: false }];
  const set = async () => ({ ...nothing, parts });
  kept.length = 0;
  expect(await carryOut(given, set)).toEqual({ batchItemFailures: [] });
  expect(kept).toEqual([{ at: given.at, due: true, need: given.need, parts, beyond: [] }]);
  const lost = () => Promise.reject(new Error('S3 does not answer'));
  expect(await carryOut(given, set, undefined, lost)).toEqual({ batchItemFailures: [] });
  expect(lines).toEqual([
    expect.objectContaining({ level: 'warn', message: 'The state of the capacity was not kept.' }),
  ]);
});

test('an order arrives as it was given', async () => {
  const given = order(true);
  const arrived: CapacityOrder[] = [];
  const answer = await carryOut(given, async (one) => {
    arrived.push(one);
    return nothing;
  });
  expect(arrived).toEqual([given]);
  expect(answer).toEqual({ batchItemFailures: [] });
});

test('all is well: that is said with a zero, and nothing is logged', async () => {
  await carryOut(order(true), async () => nothing);
  expect(lines).toEqual([]);
  expect(metrics).toEqual([expect.objectContaining({ service: 'set-capacity', CapacityNotReady: 0 })]);
});

test('what is not ready five minutes before an opening rings, with the heading that says what to do', async () => {
  await carryOut(order(true), async () => ({ ...nothing, unready: ['register', 'database'] }));
  expect(metrics).toEqual([expect.objectContaining({ CapacityNotReady: 2 })]);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'error',
      late: ['register', 'database'],
      see: 'docs/runbook.md, "Capacity not ready for an opening"',
    }),
  ]);
});

test('hours before an opening what is not ready yet is no news', async () => {
  await carryOut(order(false), async () => ({ ...nothing, changed: ['register 0 → 150'], unready: ['register'] }));
  expect(metrics).toEqual([expect.objectContaining({ CapacityNotReady: 0 })]);
  expect(lines).toEqual([expect.objectContaining({ level: 'info', changed: ['register 0 → 150'] })]);
});

test('what can never be ready is said, and does not ring', async () => {
  const targets = { functions: { register: { name: 'r', alias: 'live', most: 5 } } };
  await carryOut(order(true), async () => nothing, targets);
  expect(metrics).toEqual([expect.objectContaining({ CapacityNotReady: 0, CapacityOutOfReach: 1 })]);
  expect(lines).toEqual([
    expect.objectContaining({ level: 'warn', beyond: [expect.stringMatching(/^register needs \d+ .* of at most 5$/)] }),
  ]);
});

test('an order that came too late counts as none: silence rings', async () => {
  await carryOut(order(true), async () => undefined);
  expect(metrics).toEqual([]);
  expect(lines).toEqual([expect.objectContaining({ level: 'warn' })]);
});
