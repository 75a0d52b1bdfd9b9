import { spawnSync } from 'node:child_process';
import { orderOf } from '../../operations/direct/order';

test('a command is typed as words, and becomes the message that the function reads', () => {
  expect(orderOf({ command: 'plan-race', race: 'harbour' })).toEqual({ planRace: { raceId: 'harbour' } });
  expect(orderOf({ command: 'beginRace', race: 'harbour' })).toEqual({ beginRace: { id: 'harbour' } });
  expect(
    orderOf({
      command: 'publish-race',
      race: 'harbour',
      file: '{"plan": "abc"}',
      set: ['seen=r17.d4', 'openNow=true', 'note=a=b'],
    }),
  ).toEqual({ publishRace: { plan: 'abc', raceId: 'harbour', seen: 'r17.d4', openNow: true, note: 'a=b' } });
});

test('a command is only tried, where that is said', () => {
  expect(orderOf({ command: 'plan-race', race: 'harbour', dry: true })).toEqual({
    planRace: { raceId: 'harbour' },
    dry: true,
  });
});

test.each([
  [{ command: 'x', file: '[]' }, /one JSON object/],
  [{ command: 'x', file: 'null' }, /one JSON object/],
  [{ command: 'x', set: ['nothing'] }, /name=value/],
])('what cannot be read is said: %j', (typed, words) => {
  expect(() => orderOf(typed)).toThrow(words);
});

test('without a command and a function it says how it is used', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'operations/direct/main.ts', 'plan-race'],
    {
      encoding: 'utf8',
    },
  );
  expect([status, stderr.split('\n')[0]]).toEqual([1, expect.stringContaining('npm run direct -- <command>')]);
});
