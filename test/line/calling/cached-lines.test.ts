import { ofRaces, ticking } from '../../../lambdas/line/calling/cached-lines';
import type { LineDocument } from '../../../lambdas/line/ports';
import { aLine } from '../a-line';

/** A line of the race `harbour`, and what is asked for it. */
const setUp = () => {
  const asked: string[] = [];
  const lines = {
    async find(raceId: string): Promise<LineDocument | undefined> {
      asked.push(raceId);
      return raceId === 'harbour' ? aLine() : undefined;
    },
  };
  let ticks = 0;
  const tick = async () => {
    ticks++;
  };
  return { asked, lines: ticking(tick, lines, () => undefined), ticks: () => ticks };
};

test('who looks at a line makes it tick, and who looks at a race without one does not', async () => {
  const { lines, ticks } = setUp();
  expect(await lines.find('harbour')).toMatchObject({ state: 'calling' });
  expect(ticks()).toBe(1);
  expect(await lines.find('meadow')).toBeUndefined();
  expect(ticks()).toBe(1);
});

test('the line of a race that somebody made up is looked for nowhere', async () => {
  const { lines, asked } = setUp();
  const known = ofRaces({ find: async (raceId) => (raceId === 'harbour' ? { id: raceId } : undefined) }, lines);
  expect(await known.find('made-up')).toBeUndefined();
  expect(asked).toEqual([]);
  expect(await known.find('harbour')).toMatchObject({ raceId: 'harbour' });
});
