import { groupOf, laneFrom, laneOf, mailMessage } from '../../lambdas/domain/mail-order';
import { isWithinShare, mayStillSend } from '../../lambdas/mail/send/quota';
import { uuid7 } from '../../lambdas/platform/uuid';

test('spreads registrations over the ordinary lanes, and a registration always has the same one', () => {
  const ids = Array.from({ length: 4000 }, uuid7);
  const counts = [0, 0, 0, 0, 0];
  for (const id of ids) {
    expect(laneOf(id, 5)).toBe(laneOf(id, 5));
    counts[laneOf(id, 5)] = (counts[laneOf(id, 5)] ?? 0) + 1;
  }
  expect(counts.slice(0, 2)).toEqual([0, 0]);
  for (const count of counts.slice(2)) expect(count).toBeGreaterThan(1100);
});

test('a link travels in the urgent lane of its own queue, everything else in the others', () => {
  const registrationId = uuid7();
  expect(mailMessage({ registrationId, template: 'registration-link', generation: 3 }, 4)).toEqual({
    queue: 'urgent-mail',
    body: { registrationId, template: 'registration-link', generation: 3 },
    group: 'lane-0',
    deduplicationId: `${registrationId}:registration-link:3`,
  });
  const { queue, group } = mailMessage({ registrationId, template: 'confirmation', generation: 1 }, 4);
  expect(queue).toBe('mail');
  expect(['lane-2', 'lane-3']).toContain(group);
});

test('what anybody can order travels in a lane of its own, and nobody who paid stands behind it', () => {
  const lanes = new Set(
    Array.from({ length: 100 }, uuid7).map((registrationId) => {
      const { queue, group } = mailMessage({ registrationId, template: 'transfer-offer', generation: 1 }, 5);
      return `${queue} ${group}`;
    }),
  );
  expect([...lanes]).toEqual(['mail lane-1']);
});

test('reads back a lane from its group, and nothing from a group of somebody else', () => {
  expect(laneFrom(groupOf(7))).toBe(7);
  for (const group of [undefined, '', 'lane-', 'lane--1', 'lane-1e3', 'race-1', 'xlane-1'])
    expect(laneFrom(group)).toBeUndefined();
});

const quota = { max24Hours: 1000, sent24Hours: 0, maxSendRate: 10, sendingEnabled: true, readAt: 0 };

test('keeps a twentieth of the day for people who wait for a link (S8)', () => {
  expect(mayStillSend({ ...quota, sent24Hours: 949 }, 'ordinary', 0)).toBe('yes');
  expect(mayStillSend({ ...quota, sent24Hours: 950 }, 'ordinary', 0)).toBe('no');
  expect(mayStillSend({ ...quota, sent24Hours: 999 }, 'urgent', 0)).toBe('yes');
  expect(mayStillSend({ ...quota, sent24Hours: 1000 }, 'urgent', 0)).toBe('no');
  expect(mayStillSend({ ...quota, max24Hours: -1, sent24Hours: 1e9 }, 'ordinary', 1e9)).toBe('yes');
});

test('keeps a fifth of the day from what anybody can order, which has a tenth of it in all', () => {
  expect(mayStillSend({ ...quota, sent24Hours: 799 }, 'low', 0)).toBe('yes');
  expect(mayStillSend({ ...quota, sent24Hours: 800 }, 'low', 0)).toBe('no');
  expect([isWithinShare(quota, 99), isWithinShare(quota, 100)]).toEqual([true, false]);
  expect(isWithinShare({ ...quota, max24Hours: -1 }, 1e9)).toBe(true);
  // However little SES accepts from a new account.
  expect([isWithinShare({ ...quota, max24Hours: 5 }, 0), isWithinShare({ ...quota, max24Hours: 5 }, 1)]).toEqual([
    true,
    false,
  ]);
});

test('counts what all lanes may have sent since the quota was read', () => {
  expect(mayStillSend({ ...quota, sent24Hours: 899 }, 'ordinary', 5000)).toBe('yes');
  expect(mayStillSend({ ...quota, sent24Hours: 900 }, 'ordinary', 5000)).toBe('not-sure');
});
