import type { SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import { reader } from '../../../lambdas/api/read';
import { instrument } from '../../../lambdas/functions/wiring/connections/observability';
import { batchWorker, recordWorker } from '../../../lambdas/platform/queue/worker';

const schema = v.strictObject({ n: v.number() });

const event = (...bodies: string[]): SQSEvent => ({
  Records: bodies.map((body, index) => ({
    messageId: `m${index}`,
    body,
    receiptHandle: '',
    attributes: { ApproximateReceiveCount: '2', SentTimestamp: '', SenderId: '', ApproximateFirstReceiveTimestamp: '' },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: '',
    awsRegion: '',
  })),
});
const n = (...numbers: number[]) => event(...numbers.map((number) => JSON.stringify({ n: number })));
const again = (...messageIds: string[]) => ({
  batchItemFailures: messageIds.map((itemIdentifier) => ({ itemIdentifier })),
});

let written: jest.SpyInstance;
beforeEach(() => {
  written = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

describe('a batch', () => {
  test('is worked on at once', async () => {
    const work = jest.fn(async () => []);
    expect(await batchWorker(reader(schema), work)(n(1, 2))).toEqual(again());
    expect(work).toHaveBeenCalledTimes(1);
    expect(work).toHaveBeenCalledWith([
      { messageId: 'm0', body: { n: 1 } },
      { messageId: 'm1', body: { n: 2 } },
    ]);
  });

  test('comes back in part when the work says so', async () => {
    expect(await batchWorker(reader(schema), async () => ['m1', 'm1'])(n(1, 2))).toEqual(again('m1'));
  });

  test.each(['', 'null', '{', '{"n":"1"}', '{"n":1,"x":2}'])(
    'an unreadable message comes back alone: %j',
    async (body) => {
      const seen: number[] = [];
      const worker = batchWorker(reader(schema), async (messages) => {
        seen.push(...messages.map((message) => message.body.n));
        return ['m2'];
      });
      expect(await worker(event('{"n":0}', body, '{"n":2}'))).toEqual(again('m1', 'm2'));
      expect([seen, written.mock.calls.length]).toEqual([[0, 2], 1]);
    },
  );

  test('of unreadable messages is no work', async () => {
    const work = jest.fn();
    expect(await batchWorker(reader(schema), work)(event('x'))).toEqual(again('m0'));
    expect(work).not.toHaveBeenCalled();
  });

  test('fails whole, loudly, when the work throws', async () => {
    await expect(
      batchWorker(reader(schema), () => Promise.reject(new Error('database')))(event('{"n":1}', 'x')),
    ).rejects.toThrow('database');
  });
});

describe('message by message', () => {
  const failing = (...numbers: number[]) => {
    const seen: number[] = [];
    const work = async (body: { n: number }) => {
      seen.push(body.n);
      if (numbers.includes(body.n)) throw new Error('no');
    };
    return { seen, work };
  };

  test('only the failed come back', async () => {
    const { seen, work } = failing(2);
    expect(await recordWorker(reader(schema), work)(event('{"n":1}', '{"n":2}', 'x', '{"n":3}'))).toEqual(
      again('m1', 'm2'),
    );
    expect(seen).toEqual([1, 2, 3]);
  });
});

describe('of a batch that names registrations', () => {
  const named = v.looseObject({});
  const bodies = [
    { registrationId: 'r1', runner: { firstName: 'Ada' } },
    { submission: { hold: { registrationId: 'r2', companions: [{ registrationId: 'r3', spot: 4 }] } } },
    { registrationId: 'r1', state: 'captured' },
  ];
  const deliver = async (work: () => Promise<string[]>) => {
    const lines: unknown[] = [];
    jest.spyOn(console, 'info').mockImplementation((...[line]: unknown[]) => {
      lines.push(JSON.parse(String(line)));
    });
    const worker = instrument('record-registrations', batchWorker(reader(named), work));
    await worker(event(...bodies.map((body) => JSON.stringify(body)))).catch(() => undefined);
    return lines;
  };

  test('all of them stand in one line, those of companions too, and nothing else that the messages say', async () => {
    const lines = await deliver(async () => []);
    expect(lines).toEqual([
      expect.objectContaining({
        message: 'Delivered.',
        service: 'record-registrations',
        registrationIds: ['r1', 'r2', 'r3'],
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('Ada');
  });

  test('they stand there although the batch is thrown back', async () => {
    expect(await deliver(() => Promise.reject(new Error('the database is away')))).toHaveLength(1);
  });
});
