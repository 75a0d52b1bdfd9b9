import { doubtfulPace } from '../../lambdas/results/take/doubtful-pace';
import { readRows } from '../../lambdas/results/take/read-rows';

const event = (name: string, distance: number | null, isThis = false) => ({ name, distance, isThis, rankings: [] });
const paceOf = (distance: number | null, ...times: readonly string[]) => {
  const events = [event('Other', 1_000), event('Run', distance, true)];
  const known = { rankBy: 'chip' as const, points: [], genders: [], events, year: 2026 };
  const read = readRows(`bib,chip\n${times.map((time, n) => `${n + 1},${time}`).join('\n')}`, known, {});
  if (read.kind !== 'rows') throw new Error(read.kind);
  return doubtfulPace(
    read.rows.map(({ change }) => change),
    known,
  );
};

test.each<[string, number | null, readonly string[], number | undefined]>([
  ['times of day at ten kilometres', 10_000, ['9:41:03', '9:48:30'], 3_486_300],
  ['times of day at a marathon', 42_195, ['11:10:00', '13:59:00'], 952_720],
  ['hours and minutes taken for minutes and seconds', 42_195, ['2:31', '4:05'], 3_579],
  ['one that was mistyped', 10_000, ['0:35:00', '0:00:35'], 3_500],
  ['the records of the world', 42_195, ['1:17:47', '2:00:35'], undefined],
  ['those who come last, in a file with the first', 42_195, ['2:40:00', '9:30:00'], undefined],
  ['an ultramarathon', 100_000, ['8:02:11', '23:50:00'], undefined],
  ['no time', 10_000, ['DNF', '0:00:00'], undefined],
  ['an event without a distance', null, ['9:41:03'], undefined],
])(
  'of a file with %s, what the first needs for a kilometre is told if it is to be doubted',
  (_, distance, times, pace) => expect(paceOf(distance, ...times)).toBe(pace),
);
