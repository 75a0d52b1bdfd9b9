import * as fc from 'fast-check';
import { typeOfAudit, typesOf } from '../../lambdas/webhooks/event';
import { retrySeconds, verdictOf } from '../../lambdas/webhooks/retry';
import { SignedWebhooks } from '../../lambdas/webhooks/signed-webhooks';

const told = { state: 'registered', eventId: 'e1', payment: 'authorised', refund: 0, who: 'a' };

test.each([
  ['is confirmed', undefined, { ...told }, ['registration.confirmed']],
  [
    'is confirmed and paid at once',
    undefined,
    { ...told, payment: 'captured' },
    ['registration.confirmed', 'payment.captured'],
  ],
  ['was refused', undefined, { ...told, state: 'refused', payment: 'voided' }, ['payment.failed']],
  ['is paid later', told, { ...told, payment: 'captured' }, ['payment.captured']],
  [
    'is cancelled, with money on its way back',
    { ...told, payment: 'captured' },
    { ...told, state: 'cancelled', payment: 'refunding', refund: 5 },
    ['registration.cancelled'],
  ],
  [
    'gets the money',
    { ...told, payment: 'refunding', refund: 5 },
    { ...told, payment: 'refunded', refund: 5 },
    ['payment.refunded'],
  ],
  [
    'gets more of it back',
    { ...told, payment: 'refunded', refund: 5 },
    { ...told, payment: 'refunded', refund: 9 },
    ['payment.refunded'],
  ],
  [
    'gets it not',
    { ...told, payment: 'refunding', refund: 5 },
    { ...told, payment: 'refund-failed', refund: 5 },
    ['payment.refund_failed'],
  ],
  [
    'passes the spot on',
    { ...told, payment: 'captured' },
    { ...told, state: 'transferred', payment: null },
    ['registration.transferred'],
  ],
  ['is corrected', told, { ...told, who: 'b' }, ['registration.corrected']],
  ['is moved to another event', told, { ...told, eventId: 'e2' }, ['registration.moved']],
  ['wants no name in results any more', told, { ...told, isNameWithheld: true }, ['registration.name_withheld']],
  [
    'wants no name, and gives the spot up a moment later',
    told,
    { ...told, isNameWithheld: true, state: 'cancelled' },
    ['registration.cancelled', 'registration.name_withheld'],
  ],
  ['wanted no name from the start', undefined, { ...told, isNameWithheld: true }, ['registration.confirmed']],
  ['gets a name for the first time', { ...told, who: null }, { ...told, who: 'b' }, []],
  ['stays as they were', told, told, []],
  ['stays without a name', { ...told, isNameWithheld: true }, { ...told, isNameWithheld: true }, []],
] as const)('of somebody who %s, this is told', (_, before, now, types) =>
  expect(typesOf({ before, now })).toEqual(types),
);

test('of the race, what directors decided is told, and no draft', () => {
  expect(['paused', 'closed', 'on', 'cancelled'].map((to) => typeOfAudit('sale-changed', to))).toEqual([
    'race.paused',
    'race.closed',
    'race.resumed',
    undefined,
  ]);
  expect(['race-published', 'race-cancelled', 'draft-saved'].map((action) => typeOfAudit(action, null))).toEqual([
    'race.published',
    'race.cancelled',
    undefined,
  ]);
});

test('2xx is taken, 410 is the end, and all else comes again until the ninth time', () => {
  expect(verdictOf({ status: 204 }, 1, 0)).toEqual({ kind: 'sent' });
  expect(verdictOf({ status: 410 }, 1, 0)).toEqual({ kind: 'gone' });
  expect(verdictOf({ status: 302 }, 1, 0.5)).toEqual({ kind: 'again', seconds: 5 });
  expect(verdictOf({ error: 'No answer in 15 s.' }, 9, 0.5)).toEqual({ kind: 'again', seconds: 86_400 });
  expect(verdictOf({ status: 500 }, 10, 0)).toEqual({ kind: 'failed' });
  expect(verdictOf({ status: 429, retryAfter: 600 }, 1, 0)).toEqual({ kind: 'again', seconds: 600 });
  expect(verdictOf({ status: 429, retryAfter: 1e9 }, 1, 0)).toEqual({ kind: 'again', seconds: 86_400 });
});

test('the time of a repeat is within a tenth of the plan', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, chance) => {
      const verdict = verdictOf({ status: 503 }, attempts, chance);
      const planned = retrySeconds[attempts - 1] ?? 0;
      return verdict.kind === 'again' && Math.abs(verdict.seconds - planned) <= planned * 0.1 + 1;
    }),
  ));

describe('a secret', () => {
  const of = (key: string) => new SignedWebhooks(async () => ({ kid: 'k1', k1: key }));
  const secrets = of('k'.repeat(64));
  const endpoint = '01890000-0000-7000-8000-000000000001';

  test('is another one for each endpoint, version and installation', async () => {
    const all = await Promise.all([
      secrets.secretOf(endpoint, 1),
      secrets.secretOf(endpoint, 2),
      secrets.secretOf(endpoint.replace(/1$/, '2'), 1),
      of('l'.repeat(64)).secretOf(endpoint, 1),
    ]);
    expect(new Set(all).size).toBe(4);
    for (const secret of all) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await secrets.secretOf(endpoint, 1)).toBe(all[0]);
  });

  test('stays good when the signing keys get another first key, while its own is among them', async () => {
    const delivery = { messageId: 'm', endpointId: endpoint, versions: [1], body: '{}' };
    const before = await secrets.sign(delivery, 1);
    const added = new SignedWebhooks(async () => ({ kid: 'k2', k1: 'k'.repeat(64), k2: 'l'.repeat(64) }));
    expect((await added.sign(delivery, 1)).split(' ')).toContain(before);
    expect(await of('l'.repeat(64)).sign(delivery, 1)).not.toBe(before);
    expect(await added.secretOf(endpoint, 1)).toBe(await of('l'.repeat(64)).secretOf(endpoint, 1));
  });

  test('signs id, time and body, and while it changes the old one signs as well', async () => {
    const delivery = { messageId: 'm', endpointId: endpoint, versions: [2, 1], body: '{}' };
    const both = (await secrets.sign(delivery, 1)).split(' ');
    expect(both).toHaveLength(2);
    expect(await secrets.sign({ ...delivery, versions: [1] }, 1)).toBe(both[1]);
    expect(await secrets.sign({ ...delivery, versions: [1], body: '{ }' }, 1)).not.toBe(both[1]);
    expect(await secrets.sign({ ...delivery, versions: [1] }, 2)).not.toBe(both[1]);
    expect(await secrets.sign({ ...delivery, versions: [1], messageId: 'n' }, 1)).not.toBe(both[1]);
  });
});
