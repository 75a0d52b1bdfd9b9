import fc from 'fast-check';
import { type Attempt, highestRate } from '../../../bench/figures/highest-rate';

const upTo =
  (most: number, beyond: Attempt['verdict'] = 'missed') =>
  async (rate: number): Promise<Attempt> => ({ rate, verdict: rate <= most ? 'kept' : beyond });

test('the rate is doubled until it is missed, and the gap halved from there', async () => {
  const { best, limit, attempts } = await highestRate(upTo(2_700), { from: 500, most: 32_000, halvings: 2 });
  expect(attempts.map(({ rate }) => rate)).toEqual([500, 1_000, 2_000, 4_000, 4_000, 3_000, 3_000, 2_500]);
  expect([best?.rate, limit]).toEqual([2_500, 'system']);
});

test('a rate that is missed once is tried again', async () => {
  const missed = new Set<number>();
  const { best } = await highestRate(
    async (rate) => {
      const verdict = rate > 2_000 || !missed.has(rate) ? 'missed' : 'kept';
      missed.add(rate);
      return { rate, verdict };
    },
    { from: 500, most: 32_000, halvings: 0 },
  );
  expect(best?.rate).toBe(2_000);
});

test.each([
  ['missed', 'void'],
  ['void', 'missed'],
] as const)('a rate that was %s, then %s, is too high for the system', async (...verdicts) => {
  const told = [...verdicts];
  const found = await highestRate(async (rate) => ({ rate, verdict: told.shift() ?? 'void' }), {
    from: 500,
    most: 500,
    halvings: 0,
  });
  expect(found.limit).toBe('system');
});

test('a generator that gives out first is not taken for the system', async () =>
  expect(await highestRate(upTo(900, 'void'), { from: 500, most: 32_000, halvings: 0 })).toMatchObject({
    best: { rate: 500 },
    limit: 'generator',
  }));

test('a system that keeps everything has no limit here, and one that keeps nothing no rate', async () => {
  const range = { from: 500, most: 1_000, halvings: 2 };
  expect(await highestRate(upTo(Number.POSITIVE_INFINITY), range)).toMatchObject({
    best: { rate: 1_000 },
    limit: 'none',
  });
  const nothing = await highestRate(upTo(0), range);
  expect(nothing.best).toBeUndefined();
  expect(nothing.limit).toBe('system');
});

test('what is found was kept, and is within a halved gap of what can be', async () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 500, max: 30_000 }), async (most) => {
      const { best } = await highestRate(upTo(most), { from: 500, most: 32_000, halvings: 4 });
      expect(best?.rate).toBeLessThanOrEqual(most);
      expect(best?.rate).toBeGreaterThan(most * 0.9);
    }),
  ));
