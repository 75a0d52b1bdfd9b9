import type { GeneratorLoad } from '../../../loadtest/generator/results';
import { Histogram } from '../../../loadtest/report/histogram';
import { validityOf } from '../../../loadtest/verdict/validity';

const late = (milliseconds: number) => {
  const histogram = new Histogram();
  for (let n = 0; n < 98; n++) histogram.record(0);
  for (let n = 0; n < 2; n++) histogram.record(milliseconds * 1000);
  return histogram.toString();
};
const calm: GeneratorLoad = {
  cpuSeconds: 1,
  busiestShare: 0.4,
  lateness: late(3),
  departureLateness: late(3),
  maxMemoryMb: 100,
  bytesSent: 0,
  bytesReceived: 0,
  connections: 0,
};

test('a generator that had time measured the system', () => expect(validityOf(calm)).toEqual({ kind: 'valid' }));

test.each<[string, Partial<GeneratorLoad>, RegExp]>([
  ['was late itself', { lateness: late(80) }, /late itself.*more than 8\d ms/],
  ['missed its plan', { departureLateness: late(150) }, /missed its plan.*15\d ms late/],
  ['had no time left', { busiestShare: 0.93 }, /93 % of its core/],
])('a generator that %s makes the run void, and says why', (_, generatorLoad, reason) => {
  const validity = validityOf({ ...calm, ...generatorLoad });
  expect(validity).toEqual({ kind: 'void', reasons: [expect.stringMatching(reason)] });
});

test('every reason is named', () =>
  expect(validityOf({ ...calm, busiestShare: 1, lateness: late(80), departureLateness: late(150) })).toMatchObject({
    reasons: { length: 3 },
  }));
