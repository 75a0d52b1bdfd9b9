import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import { reader } from '../../lambdas/api/read';
import { instrument } from '../../lambdas/functions/wiring/connections/observability';
import { openQueue } from '../../lambdas/platform/queue/queue';
import { batchWorker } from '../../lambdas/platform/queue/worker';
import { inTrace, readTrace, traced, traceHeaderFor } from '../../lambdas/platform/trace';
import { until } from '../support/until';

const id = (n: number) => `1-5759e988-${String(n).padStart(24, '0')}`;
const header = (n: number) => `Root=${id(n)};Parent=53995c3f42cd8ad8;Sampled=1`;

const batch = (...traces: (string | undefined)[]): SQSEvent => ({
  Records: traces.map((AWSTraceHeader, n) => ({
    messageId: `m${n}`,
    body: JSON.stringify({ registrationId: `r${n}` }),
    receiptHandle: '',
    attributes: {
      ApproximateReceiveCount: '2',
      SentTimestamp: '',
      SenderId: '',
      ApproximateFirstReceiveTimestamp: '',
      ...(AWSTraceHeader && { AWSTraceHeader }),
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: '',
    awsRegion: '',
  })),
});

const lines: unknown[] = [];
beforeEach(() => {
  lines.length = 0;
  jest.spyOn(console, 'info').mockImplementation((...[line]: unknown[]) => void lines.push(JSON.parse(String(line))));
});
afterEach(() => {
  jest.restoreAllMocks();
  delete process.env._X_AMZN_TRACE_ID;
  delete process.env.AWS_XRAY_DAEMON_ADDRESS;
});

/** What a function sends on about each registration of its batch, and with which trace. */
const sentOn = async (event: SQSEvent) => {
  const sent: unknown[] = [];
  const queue = openQueue('http://queues.example/1/payments', async (_, input) => {
    if ('Entries' in input && Array.isArray(input.Entries)) sent.push(...input.Entries);
    return { Successful: [{ Id: '0' }, { Id: '1' }, { Id: '2' }] };
  });
  const schema = v.object({ registrationId: v.string() });
  const worker = batchWorker(reader(schema), async (messages) => {
    await queue.sendAll(messages.map(({ body }) => ({ body: { order: body } })));
    return [];
  });
  await instrument('record-registrations', worker)(event);
  return sent;
};
const attribute = (StringValue: string) => ({
  MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue } },
});

test('what a batch sends on belongs to the requests that asked for it, each message to its own', async () => {
  process.env._X_AMZN_TRACE_ID = `${header(9)};Lineage=2:a87bd80c:1`;
  expect(await sentOn(batch(header(1), header(2), undefined))).toMatchObject([
    attribute(`${header(1)};Lineage=2:a87bd80c:1`),
    attribute(`${header(2)};Lineage=2:a87bd80c:1`),
    // Nobody's request is known: the invocation's own trace.
    attribute(`${header(9)};Lineage=2:a87bd80c:1`),
  ]);
  expect(lines).toEqual([expect.objectContaining({ message: 'Delivered.', traceIds: [id(1), id(2)] })]);
});

test('a function of the API writes the trace of its request, which the HTTP API names in a header', async () => {
  const answer = instrument('pay', async (_: object) => traceHeaderFor({}));
  expect(await answer({ headers: { 'x-amzn-trace-id': `Root=${id(3)};Sampled=1` } })).toBe(`Root=${id(3)};Sampled=1`);
  expect(await answer({ headers: {} })).toBeUndefined();
});

test('a trace that X-Ray does not take as a sample travels no further, but is in the log', async () => {
  const unsampled = header(1).replace('Sampled=1', 'Sampled=0');
  expect(await sentOn(batch(unsampled, header(2)))).toEqual([
    expect.not.objectContaining({ MessageSystemAttributes: expect.anything() }),
    expect.objectContaining(attribute(header(2))),
  ]);
  expect(lines).toEqual([expect.objectContaining({ traceIds: [id(1), id(2)] })]);
});

test('a batch is logged with every registration that its messages name, once', async () => {
  await sentOn(batch(undefined, undefined));
  expect(lines).toEqual([expect.objectContaining({ message: 'Delivered.', registrationIds: ['r0', 'r1'] })]);
});

test.each([
  ['', undefined],
  ['Root=1-5759e988-nothex', undefined],
  [`Root=${id(1)}x`, undefined],
  [`Root=${id(1)}`, { id: id(1) }],
  [`Self=1-a-b;Root=${id(1)};Parent=bad;Sampled=?;"evil"`, { id: id(1) }],
  [`Root=${id(1)};Parent=53995c3f42cd8ad8;Sampled=0`, { id: id(1), parent: '53995c3f42cd8ad8', isSampled: false }],
])('of a header only well-formed parts count, because anybody may send one: %j', (given, read) => {
  expect(readTrace(given)).toEqual(read);
});

test('X-Ray is told of calls of other services, only for requests that it takes as samples', async () => {
  const daemon = createSocket('udp4').bind(0, '127.0.0.1');
  await once(daemon, 'listening');
  const told: Record<string, unknown>[] = [];
  daemon.on('message', (packet) => {
    const [first = '', document = ''] = packet.toString().split('\n');
    expect(JSON.parse(first)).toEqual({ format: 'json', version: 1 });
    told.push(JSON.parse(document));
  });
  process.env.AWS_XRAY_DAEMON_ADDRESS = `127.0.0.1:${daemon.address().port}`;
  const working = () => traced('memcached', async () => 1);
  const failing = () => traced('PostgreSQL', () => Promise.reject(new Error('away')));
  try {
    await working();
    await inTrace(readTrace(header(1).replace('Sampled=1', 'Sampled=0')), working);
    await inTrace(readTrace(`Root=${id(1)};Sampled=1`), working);
    expect(await inTrace(readTrace(header(2)), working)).toBe(1);
    await expect(inTrace(readTrace(header(3)), failing)).rejects.toThrow('away');
    await until(
      () => Promise.resolve(told.length > 1),
      10,
      () => 'two subsegments arrive',
    );
  } finally {
    daemon.close();
  }
  const common = { type: 'subsegment', namespace: 'remote', parent_id: '53995c3f42cd8ad8' };
  expect(told).toEqual([
    expect.objectContaining({ ...common, name: 'memcached', trace_id: id(2) }),
    expect.objectContaining({ ...common, name: 'PostgreSQL', trace_id: id(3), fault: true }),
  ]);
  expect(told[0]).toMatchObject({ start_time: expect.any(Number), id: expect.stringMatching(/^[0-9a-f]{16}$/) });
});
