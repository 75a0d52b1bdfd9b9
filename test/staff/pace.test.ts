import { MemcachedStaffPace } from '../../lambdas/staff/memcached-staff-pace';

const world = () => {
  const counts = new Map<string, number>();
  const time = { now: 1_000_000 };
  const lost: unknown[] = [];
  const memcached = {
    count: async (key: string, by: number) => {
      counts.set(key, (counts.get(key) ?? 0) + by);
      return counts.get(key) ?? 0;
    },
    get: async (key: string) => counts.get(key)?.toString(),
    set: async (key: string, value: string) => void counts.set(key, Number(value)),
  };
  const open = () =>
    new MemcachedStaffPace(
      memcached as never,
      () => time.now,
      (error) => lost.push(error),
    );
  const pace = open();
  const ask = async (times: number, isCostly = false, who = 'ada') => {
    const answers: boolean[] = [];
    for (let n = 0; n < times; n++) answers.push(await pace.mayAsk(who, 'network', isCostly));
    return answers.filter(Boolean).length;
  };
  return { pace, open, ask, time, memcached, lost };
};

test('a session may ask 1,200 times a minute, and 30 times for what is costly; the next minute is another one', async () => {
  const { ask, time } = world();
  expect(await ask(1210)).toBe(1200);
  expect(await ask(1, false, 'ben')).toBe(1);
  expect(await ask(40, true, 'cleo')).toBe(30);
  expect(await ask(1, false, 'cleo')).toBe(1);
  time.now += 60_000;
  expect(await ask(1)).toBe(1);
});

test('a session reads 60 pages of a long list a minute, besides what it asks otherwise', async () => {
  const { pace, ask, time } = world();
  const read = async (who = 'ada') =>
    (await Promise.all(Array.from({ length: 70 }, () => pace.mayReadLong(who)))).filter(Boolean);
  expect(await read()).toHaveLength(60);
  expect(await read('ben')).toHaveLength(60);
  expect(await ask(1)).toBe(1);
  time.now += 60_000;
  expect(await read()).toHaveLength(60);
});

test('a network that tries cookies which nobody was given is kept out for the rest of the minute', async () => {
  const { pace, ask, time } = world();
  for (let n = 0; n < 120; n++) await pace.noteUnknown('network');
  expect(await ask(1)).toBe(0);
  expect(await pace.mayAsk('ada', 'another network', false)).toBe(true);
  time.now += 60_000;
  expect(await ask(1)).toBe(1);
});

test('who is signed in works on behind an address where others try cookies', async () => {
  const { pace, open } = world();
  await pace.noteKnown('ada');
  for (let n = 0; n < 130; n++) await pace.noteUnknown('network');
  for (const one of [pace, open()])
    expect([await one.mayAsk('ada', 'network', false), await one.mayAsk('guess', 'network', false)]).toEqual([
      true,
      false,
    ]);
});

test('somebody with a whole network of addresses tries four times as many cookies, and no more', async () => {
  const { pace } = world();
  for (let n = 0; n < 479; n++) await pace.noteUnknown(`2001:db8:77:${n.toString(16)}::/64`);
  expect(await pace.mayAsk('ada', '2001:db8:77:ffff::/64', false)).toBe(true);
  await pace.noteUnknown('2001:db8:77:fffe::/64');
  expect(await pace.mayAsk('ada', '2001:db8:77:ffff::/64', false)).toBe(false);
  expect(await pace.mayAsk('ada', '2001:db8:78:1::/64', false)).toBe(true);
});

test('a cache that is away keeps nobody out, and is reported', async () => {
  const { pace, memcached, lost } = world();
  memcached.count = () => Promise.reject(new Error('away'));
  expect(await pace.mayAsk('ada', 'network', true)).toBe(true);
  expect(await pace.mayReadLong('ada')).toBe(true);
  await pace.noteUnknown('network');
  expect(lost).toHaveLength(3);
});
