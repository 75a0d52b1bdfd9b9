import { eventSources } from '../../../lib/event-sources';

const sources = Object.entries(eventSources);

test.each(sources)(
  '%s hides a message for as long as Lambda asks',
  (_, { timeoutSeconds, visibilitySeconds, windowSeconds }) =>
    expect(visibilitySeconds).toBeGreaterThanOrEqual(6 * timeoutSeconds + windowSeconds),
);

test.each(sources)('%s survives half an hour without a database before a message is given up', (_, source) =>
  expect(source.maxReceiveCount * source.visibilitySeconds).toBeGreaterThan(30 * 60),
);

test.each(sources)('%s is a mapping AWS would take', (_, { batchSize, fifo, maxConcurrency, windowSeconds }) => {
  expect(maxConcurrency).toBeGreaterThanOrEqual(2);
  if (fifo) expect([batchSize <= 10, windowSeconds]).toEqual([true, 0]);
  if (batchSize > 10) expect(windowSeconds).toBeGreaterThanOrEqual(1);
});
