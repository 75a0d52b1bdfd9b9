import { comesBack } from '../../../lambdas/line/calling/coming-back';

const block = { endsAt: 0, size: 100, left: 100, undealt: 0, isLost: false };

test('of a block that was dealt, comes back what nobody pays for, and never more than nobody has paid for', () => {
  expect(comesBack(block, 0.8, 1)).toBeCloseTo(20);
  expect(comesBack({ ...block, left: 15 }, 0.8, 1)).toBe(15);
  expect(comesBack({ ...block, left: 0 }, 0.8, 1)).toBe(0);
});

test('what nobody was dealt comes back in any case', () => {
  expect(comesBack({ ...block, left: 60, undealt: 50 }, 0.8, 1)).toBe(60);
  expect(comesBack({ ...block, left: 90, undealt: 50 }, 0.8, 1)).toBeCloseTo(60);
});

test('of a block whose counter is gone, nobody knows whether what is left is held', () => {
  const lost = { ...block, left: 70, isLost: true };
  expect(comesBack(lost, 0.8, 1)).toBe(70);
  expect(comesBack(lost, 0.8, 0)).toBeCloseTo(20);
});
