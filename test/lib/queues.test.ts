import { eventSources, type QueueName, type Schedule, schedules } from '../../lib/event-sources';
import { dig, listAt, synthesise, textsIn } from './support/synthesise';
import type { VariantName } from './support/variants';

describe.each(['lean', 'production'] as const)('%s', (profile) => {
  const { ofType, stacks, config } = synthesise(`${profile} with mail`);
  const all = { ...stacks.registration, ...stacks.raceDay, ...stacks.console, ...stacks.work };
  const queues = ofType('AWS::SQS::Queue');
  const deadLetterQueues = new Set(
    queues
      .flatMap(({ properties }) => textsIn(dig(properties, 'RedrivePolicy', 'deadLetterTargetArn')))
      .filter((text) => text !== 'Arn'),
  );

  test('no message is lost silently: every queue has dead letters, or is them', () => {
    const schedulesDeadLetters = new Set(
      ofType('AWS::Scheduler::Schedule').flatMap(({ properties }) =>
        textsIn(dig(properties, 'Target', 'DeadLetterConfig')),
      ),
    );
    const silent = queues.filter(
      ({ id, properties }) =>
        !deadLetterQueues.has(id) && !dig(properties, 'RedrivePolicy') && !schedulesDeadLetters.has(id),
    );
    expect(silent).toEqual([]);
    expect(deadLetterQueues.size).toBe(Object.keys(eventSources).length);
  });

  test('everything in a queue is encrypted, asked for over TLS only, and kept for fourteen days', () => {
    for (const { id, properties } of queues) {
      expect(properties).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 14 * 86_400 });
      const policies = ofType('AWS::SQS::QueuePolicy').filter((policy) =>
        textsIn(dig(policy.properties, 'Queues')).includes(id),
      );
      expect(policies.map(({ properties: policy }) => JSON.stringify(policy)).join()).toContain(
        '"aws:SecureTransport":"false"',
      );
    }
  });

  const deliveries = ofType('AWS::Lambda::EventSourceMapping').map(({ properties }) => {
    const alias =
      textsIn(dig(properties, 'FunctionName')).find((text) => dig(all, text, 'Type') === 'AWS::Lambda::Alias') ?? '';
    const queue = String(dig(properties, 'EventSourceArn', 'Fn::GetAtt', 0));
    const worker = dig(all, String(dig(all, alias, 'Properties', 'FunctionName', 'Ref')), 'Properties');
    return {
      mapping: properties,
      queue: dig(all, queue, 'Properties'),
      name: dig(worker, 'Environment', 'Variables', 'POWERTOOLS_SERVICE_NAME'),
      timeout: Number(dig(worker, 'Timeout')),
    };
  });

  test('every queue is delivered to the function its table names, as the table says', () => {
    const figures = deliveries.map(({ mapping, queue, name, timeout }) => ({
      delivers: name,
      fifo: dig(queue, 'FifoQueue') === true,
      batchSize: dig(mapping, 'BatchSize'),
      windowSeconds: dig(mapping, 'MaximumBatchingWindowInSeconds') ?? 0,
      timeoutSeconds: timeout,
      maxConcurrency: dig(mapping, 'ScalingConfig', 'MaximumConcurrency'),
      visibilitySeconds: dig(queue, 'VisibilityTimeout'),
      maxReceiveCount: dig(queue, 'RedrivePolicy', 'maxReceiveCount'),
    }));
    const wanted = Object.values(eventSources);
    expect(figures).toHaveLength(wanted.length);
    expect(figures).toEqual(expect.arrayContaining(wanted));
  });

  test('a message stays hidden at least six times as long as its function may take, and the window', () => {
    for (const { mapping, queue, timeout } of deliveries)
      expect(Number(dig(queue, 'VisibilityTimeout'))).toBeGreaterThanOrEqual(
        6 * timeout + Number(dig(mapping, 'MaximumBatchingWindowInSeconds') ?? 0),
      );
  });

  test('workers report failures one by one', () => {
    for (const { mapping } of deliveries)
      expect(listAt(mapping, 'FunctionResponseTypes')).toEqual(['ReportBatchItemFailures']);
  });

  test('a database away for half an hour moves nothing to the dead letters', () => {
    for (const { queue } of deliveries)
      expect(
        Number(dig(queue, 'VisibilityTimeout')) * Number(dig(queue, 'RedrivePolicy', 'maxReceiveCount')),
      ).toBeGreaterThan(1800);
  });

  test('dead letters of a FIFO queue are FIFO too', () => {
    const deadLetterQueueOf = (properties: unknown) =>
      dig(all, String(dig(properties, 'RedrivePolicy', 'deadLetterTargetArn', 'Fn::GetAtt', 0)));
    const fed = queues.filter(({ properties }) => dig(properties, 'RedrivePolicy'));
    for (const { properties } of fed)
      expect(dig(deadLetterQueueOf(properties), 'Properties', 'FifoQueue')).toBe(dig(properties, 'FifoQueue'));
  });

  test('schedules call the live alias, try again for five minutes at most, and then leave a dead letter', () => {
    const found = ofType('AWS::Scheduler::Schedule');
    const known: readonly Schedule[] = schedules;
    const running = known.filter(({ onlyWith }) => onlyWith === undefined || config[onlyWith]);
    expect(found).toHaveLength(running.length);
    for (const { properties } of found) {
      expect(dig(properties, 'Target', 'RetryPolicy')).toEqual({
        MaximumEventAgeInSeconds: 300,
        MaximumRetryAttempts: 3,
      });
      expect(dig(properties, 'Target', 'DeadLetterConfig', 'Arn')).toBeDefined();
      expect(dig(all, String(dig(properties, 'Target', 'Arn', 'Ref')), 'Type')).toBe('AWS::Lambda::Alias');
    }
    const rates = found.map(({ properties }) => dig(properties, 'ScheduleExpression'));
    expect(rates.map(String).sort()).toEqual(
      running
        .map(({ everyMinutes }) => {
          if (profile === 'lean') return 'rate(4 hours)';
          return everyMinutes === 1 ? 'rate(1 minute)' : `rate(${everyMinutes} minutes)`;
        })
        .sort(),
    );
  });

  test('news of mail reaches its queue only when the mail was ours', () => {
    const [rule] = ofType('AWS::Events::Rule');
    const [set] = ofType('AWS::SES::ConfigurationSet');
    expect(dig(rule?.properties, 'EventPattern', 'detail', 'mail', 'tags', 'ses:configuration-set')).toEqual([
      { Ref: set?.id },
    ]);
    const queue: QueueName = 'mail-events';
    expect(textsIn(dig(rule?.properties, 'Targets')).join()).toContain(queue.replace('-', ''));
    expect(dig(set?.properties, 'SuppressionOptions', 'SuppressedReasons')).toEqual(['BOUNCE', 'COMPLAINT']);
  });
});

test('without a domain to send from, mail waits in its queues and nothing else does', () => {
  const waiting = (variant: VariantName) =>
    synthesise(variant)
      .ofType('AWS::Lambda::EventSourceMapping')
      .filter(({ properties }) => dig(properties, 'Enabled') === false).length;
  expect(waiting('lean')).toBe(2);
  expect(waiting('lean with mail')).toBe(0);
});
