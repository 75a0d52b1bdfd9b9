import type { LineDocument } from '../../lambdas/line/ports';

export const gun = Date.parse('2027-03-01T10:00:00.000Z');
export const ten = '00000000-0000-4000-8000-000000000010';

/** A line that is being called, as everybody reads it. */
export const aLine = (changes: Partial<LineDocument> = {}): LineDocument => ({
  raceId: 'harbour',
  lineId: '01930f3e-aaaa-7bbb-8ccc-000000000001',
  kind: 'opening',
  state: 'calling',
  now: new Date(gun + 60_000).toISOString(),
  gun: new Date(gun).toISOString(),
  atGun: 'draw',
  enrolUntil: new Date(gun + 12_000).toISOString(),
  passes: 1000,
  seed: 'ab'.repeat(32),
  waves: [[0, 1000, 1]],
  events: [{ eventId: ten, calledTo: 0.5, free: 100, curve: [], past: [] }],
  poll: { divide: 2, min: 3, max: 60 },
  ...changes,
});
