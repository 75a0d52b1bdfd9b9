import * as fc from 'fast-check';
import { nextStep } from '../../lambdas/announcements/pace';
import type { Road } from '../../lambdas/announcements/ports';

const free: Road = { maxSendRate: 14, max24Hours: 50_000, lastDay: 0, inFlight: 0, isOpening: false };

test('nothing is ordered around an opening, behind a long queue, or from the last fifth of a day', () => {
  expect(nextStep({ ...free, isOpening: true })).toMatchObject({ kind: 'wait', why: 'opening' });
  expect(nextStep({ ...free, inFlight: 14 * 30 })).toMatchObject({ kind: 'wait', why: 'queue' });
  expect(nextStep({ ...free, lastDay: 40_000 })).toMatchObject({ kind: 'wait', why: 'day' });
  expect(nextStep({ ...free, lastDay: 39_990, inFlight: 10 })).toMatchObject({ kind: 'wait', why: 'day' });
  expect(nextStep({ ...free, max24Hours: -1, lastDay: 1e6 })).toMatchObject({ kind: 'feed' });
});

test('before SES was asked, it is one mail in two seconds', () =>
  expect(nextStep({ lastDay: 0, inFlight: 0, isOpening: false })).toEqual({ kind: 'feed', mails: 1, ms: 2000 }));

test('at most half of the rate is ordered, and never more than 30 seconds of it wait', () =>
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 500, noNaN: true }), fc.nat(20_000), (maxSendRate, inFlight) => {
      const step = nextStep({ ...free, maxSendRate, inFlight });
      if (step.kind === 'wait') return step.why === 'queue' && inFlight + 1 > maxSendRate * 30 - 1;
      const isHalf = step.mails <= (maxSendRate / 2) * (step.ms / 1000) + 1e-9;
      return step.mails > 0 && isHalf && step.mails + inFlight <= Math.max(1, maxSendRate * 30);
    }),
  ));
