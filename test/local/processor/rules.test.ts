import { disputeEvents } from '../../../local/processor/after-capture/dispute-rules';
import { RateLimit } from '../../../local/processor/rate-limit';
import type { DisputeStatus } from '../../../local/processor/records';

const disputeTales: [DisputeStatus | undefined, DisputeStatus, string][] = [
  [undefined, 'needs_response', 'created funds_withdrawn'],
  [undefined, 'warning_needs_response', 'created'],
  ['warning_needs_response', 'needs_response', 'funds_withdrawn updated'],
  ['warning_needs_response', 'warning_closed', 'closed'],
  ['needs_response', 'under_review', 'updated'],
  ['under_review', 'won', 'closed funds_reinstated'],
  ['under_review', 'lost', 'closed'],
  ['lost', 'lost', ''],
];
test.each(disputeTales)('a dispute that was %s and is %s is told as: %s', (before, after, events) => {
  const told = disputeEvents(before, after).map((type) => type.replace('charge.dispute.', ''));
  expect(told.join(' ')).toBe(events);
});

describe('a rate limit', () => {
  const allowed = (limit: RateLimit, now: number, tries = 100) =>
    Array.from({ length: tries }, () => limit.allows(now)).filter(Boolean).length;

  test('saves no more than the writes of one second, however long nobody wrote', () => {
    const limit = new RateLimit();
    limit.set({ writesPerSecond: 20 }, 0);
    expect(allowed(limit, 0)).toBe(20);
    expect(allowed(limit, 500)).toBe(10);
    expect(allowed(limit, 60_000)).toBe(20);
    expect(limit.counts).toEqual({ taken: 50, refused: 250 });
  });

  test('is none until it is set, and none again after that', () => {
    const limit = new RateLimit();
    expect(allowed(limit, 0)).toBe(100);
    limit.set({ writesPerSecond: 1 }, 0);
    expect(allowed(limit, 0)).toBe(1);
    limit.set({ writesPerSecond: null }, 0);
    expect(allowed(limit, 0)).toBe(100);
  });
});
