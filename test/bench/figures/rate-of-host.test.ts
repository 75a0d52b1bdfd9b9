import { rateOfHost } from '../../../bench/figures/rate-of-host';

/** A host that bears so many a second, and what it was asked for. */
const found = async (capacity: number, most = 1_500) => {
  const asked: number[] = [];
  const rate = await rateOfHost(async (rate) => {
    asked.push(rate);
    return rate <= capacity;
  }, most);
  return { rate, asked };
};

test('a host that is fast enough is measured at the rate of the benchmark', async () => {
  expect(await found(1_500)).toEqual({ rate: 1_500, asked: [1_500] });
});

test('a slow host is measured at a rate that it bears, which takes few attempts to find', async () => {
  expect(await found(400)).toEqual({ rate: 375, asked: [1_500, 750, 375] });
});

test('a host that bears nothing is not asked for ever', async () => {
  expect(await found(0)).toEqual({ rate: 47, asked: [1_500, 750, 375, 188, 94] });
});
