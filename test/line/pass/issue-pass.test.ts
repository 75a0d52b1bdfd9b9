import { issuePass } from '../../../lambdas/line/pass/issue-pass';
import { passTokenLimits, SignedPasses, SignedStamps } from '../../../lambdas/line/pass/signed-passes';
import type { LineDocument, PassRecord } from '../../../lambdas/line/ports';
import { largestBudgets as budgets } from '../../../lambdas/line/rules/budgets';
import { openSigner } from '../../../lambdas/platform/signed-tokens';
import { aLine, gun } from '../a-line';

const keys = async () => ({ kid: 'k1', k1: 'a'.repeat(40) });
const lobby = aLine({ state: 'lobby', seed: undefined, now: new Date(gun - 60_000).toISOString() });

const setUp = ({ line = lobby as LineDocument | undefined, at = gun - 60_000, cacheIsAway = false } = {}) => {
  let queueIsAway = false;
  let [known, now, requests] = [line, at, 0];
  const records: PassRecord[] = [];
  const waves = new Map<string, number>();
  const counts = new Map<string, number>();
  let [issued, endsAfterLooks] = [0, Number.POSITIVE_INFINITY];
  const passes = issuePass({
    lines: { find: async () => known },
    stamps: new SignedStamps(keys),
    tokens: new SignedPasses(openSigner(keys, passTokenLimits)),
    memory: {
      known: async (passId) => {
        if (cacheIsAway) throw new Error('the cache is away');
        return waves.get(passId);
      },
      first: async (passId, wave) => {
        const isNew = !waves.has(passId);
        if (isNew) waves.set(passId, wave);
        return { wave: waves.get(passId) ?? wave, isNew };
      },
      count: async (_, who) => {
        counts.set(who, (counts.get(who) ?? 0) + 1);
        return counts.get(who) ?? 0;
      },
      isEnrolmentOver: async () => endsAfterLooks-- <= 0,
      issued: async () => void issued++,
      putBehind: async (_, passId, wave) => {
        waves.set(passId, wave);
        issued--;
      },
    },
    budgets: async () => budgets,
    record: async (record) => {
      if (queueIsAway) throw new Error('the queue is away');
      records.push(record);
    },
    now: () => new Date(now),
    elapsed: () => now,
    report: () => undefined,
  });
  const asking = (changes: { stamp?: string; address?: string } = {}) => ({
    raceId: 'harbour',
    requestId: `request-${++requests}`,
    address: '203.0.113.7',
    stamp: undefined,
    ...changes,
  });
  return {
    records,
    issued: () => issued,
    setQueue: (state: 'away' | 'there') => {
      queueIsAway = state === 'away';
    },
    endEnrolment: (looks = 0) => {
      endsAfterLooks = looks;
    },
    later: (instant: number, changes: LineDocument | undefined = known) => {
      now = instant;
      known = changes;
    },
    arrive: async (changes = {}) => {
      const answer = await passes.arrival(asking(changes));
      if (answer.kind !== 'arrived') throw new Error(answer.kind);
      return answer;
    },
    arrival: () => passes.arrival(asking()),
    move: (stamp?: string, token?: string) => passes.move({ raceId: 'harbour', stamp, token, sessionHash: 's1' }),
    take: (token: string, sessionHash = 's2') => passes.take({ ...asking(), sessionHash }, token),
    pass: (changes: { stamp?: string; address?: string; token?: string; sessionHash?: string } = {}) =>
      passes.pass({ ...asking(changes), token: undefined, sessionHash: 's1', ...changes }),
    get: async (changes: { stamp?: string; address?: string; token?: string; sessionHash?: string } = {}) => {
      const answer = await passes.pass({ ...asking(changes), token: undefined, sessionHash: 's1', ...changes });
      if (answer.kind !== 'pass') throw new Error(answer.kind);
      return answer;
    },
  };
};

test('somebody who comes twice came when they came first', async () => {
  const { arrive, later } = setUp();
  const { arrived } = await arrive();
  expect(arrived.at).toBe(gun - 60_000);
  later(gun + 5_000);
  expect((await arrive({ stamp: arrived.stamp })).arrived).toEqual(arrived);
});

test('a stamp that somebody made up is replaced', async () => {
  const { arrive } = setUp();
  const { arrived } = await arrive();
  const forged = arrived.stamp.replace(arrived.at.toString(36), (arrived.at - 1).toString(36));
  const { arrived: again } = await arrive({ stamp: forged });
  expect(again.stamp).not.toBe(forged);
  expect([again.at, again.passId === arrived.passId]).toEqual([arrived.at, false]);
});

test('those who come at one instant enrol within a minute, and soon after the gun', async () => {
  const { arrive, later } = setUp({
    at: gun - 600_000,
    line: { ...lobby, now: new Date(gun - 600_000).toISOString() },
  });
  const early = await Promise.all(Array.from({ length: 50 }, () => arrive()));
  const waits = early.map(({ enrolAfter }) => enrolAfter);
  expect(Math.max(...waits)).toBeGreaterThan(40_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
  expect(Math.min(...waits)).toBeLessThan(20_000);
  later(gun - 1_000);
  const late = await Promise.all(Array.from({ length: 50 }, () => arrive()));
  expect(Math.max(...late.map(({ enrolAfter }) => enrolAfter))).toBeLessThanOrEqual(11_000);
});

test('ten tabs and a second device with one stamp have one pass, in the wave it was given first', async () => {
  const { arrive, get, later, records } = setUp();
  const { stamp } = (await arrive()).arrived;
  const first = await get({ stamp });
  // By now the list is closed. A runner who loses the cookie of the pass keeps the turn.
  later(gun + 60_000, { ...lobby, state: 'calling', list: { root: 'ab', count: 1, late: 0 } });
  const others = await Promise.all([get({ stamp }), get({ stamp, sessionHash: 's2' })]);
  for (const { pass } of others) expect(pass).toMatchObject({ passId: first.pass.passId, wave: 0 });
  expect(new Set(records.map(({ hash }) => hash)).size).toBe(1);
});

test('a browser that brings its pass gets it back as it is', async () => {
  const { get, records } = setUp();
  const { token, stamp } = await get();
  expect(await get({ token, stamp })).toMatchObject({ token });
  expect(records).toHaveLength(1);
  // In another session it is none.
  expect((await get({ token, stamp, sessionHash: 's2' })).token).not.toBe(token);
});

test('a pass of somebody else gives nobody its wave', async () => {
  const { arrive, get, later } = setUp();
  const [first, own] = [await get(), (await arrive()).arrived];
  later(gun + 60_500, { ...lobby, state: 'calling', list: { root: 'ab', count: 1, late: 0 } });
  const { pass } = await get({ stamp: own.stamp, token: first.token, sessionHash: 's2' });
  expect(pass).toMatchObject({ passId: own.passId, wave: 1 });
});

test('a pass whose stamp is lost, or is another one, stays as it is and moves nowhere: it has one turn', async () => {
  const { arrive, get, move, take } = setUp();
  const first = await get();
  const other = (await arrive()).arrived.stamp;
  for (const stamp of [undefined, other]) {
    const kept = await get({ token: first.token, ...(stamp !== undefined && { stamp }) });
    expect(kept).toMatchObject({ token: first.token, stamp: undefined });
    expect(await move(stamp, first.token)).toEqual({ kind: 'no-arrival' });
  }
  const link = await move(first.stamp, first.token);
  if (link.kind !== 'move') throw new Error(link.kind);
  expect(await take(link.token)).toMatchObject({ stamp: first.stamp, pass: { passId: first.pass.passId } });
});

test('who enrols when the list is closed follows the draw, and who comes later is behind them', async () => {
  const { arrive, get, later } = setUp();
  const { stamp } = (await arrive()).arrived;
  later(gun + 60_500, { ...lobby, state: 'drawing', list: { root: 'ab', count: 1, late: 0 } });
  expect((await get({ stamp })).pass).toMatchObject({ wave: 1, key: expect.any(Number) });
  expect((await get()).pass).toMatchObject({ wave: 62, key: expect.any(Number) });
});

test.each([
  ['IPv4 address', budgets.v4, () => '203.0.113.7'],
  ['household', budgets.v6, () => '2001:db8:1:2::/64'],
  ['network', budgets.network, (n: number) => `2001:db8:1:${n.toString(16)}::/64`],
])('one %s has so many passes in the draw, and more of them behind it', async (_, most, address) => {
  const { get } = setUp();
  const waves: number[] = [];
  for (let n = 0; n < most + 3; n++) waves.push((await get({ address: address(n) })).pass.wave);
  expect(waves.filter((wave) => wave === 0)).toHaveLength(most);
  expect(waves.slice(most)).toEqual([1, 1, 1]);
});

/** How many passes each wave has. */
const sizes = (waves: readonly number[]) => {
  const counts: Record<number, number> = {};
  for (const wave of waves) counts[wave] = (counts[wave] ?? 0) + 1;
  return counts;
};
const list = { root: 'ab', count: 1, late: 0 };
const closed = { ...lobby, state: 'calling' as const, list, now: new Date(gun).toISOString() };

test.each([
  ['in a line that was drawn', 'opening' as const],
  ['in a line that began in the middle of a sale', 'surge' as const],
])(
  'an address that takes a thousand passes in the first second stands with those who come in the next minutes, %s',
  async (_, kind) => {
    const { get, later } = setUp({ at: gun + 100, line: { ...closed, kind } });
    const waves: number[] = [];
    for (let n = 0; n < 1000; n++) waves.push((await get()).pass.wave);
    expect(sizes(waves)).toEqual({ 2: 2 * budgets.v4, 62: budgets.v4, 122: budgets.v4, 182: budgets.v4 });
    later(gun + 1_500);
    expect((await get({ address: '198.51.100.1' })).pass.wave).toBe(3);
  },
);

test('arrivals that somebody collected before the gun have one budget when they enrol after it', async () => {
  const { arrive, get, later } = setUp();
  const stamps: string[] = [];
  for (let n = 0; n < 1000; n++) stamps.push((await arrive()).arrived.stamp);
  const drawn: number[] = [];
  for (const stamp of stamps.splice(0, budgets.v4)) drawn.push((await get({ stamp })).pass.wave);
  later(gun + 60_500, closed);
  const waves: number[] = [];
  for (const stamp of stamps) waves.push((await get({ stamp })).pass.wave);
  expect(sizes(drawn)).toEqual({ 0: budgets.v4 });
  expect(sizes(waves)).toEqual({ 1: budgets.v4, 62: budgets.v4, 122: budgets.v4, 182: budgets.v4 });
  // Somebody at another address, whose phone was asleep, follows the draw.
  later(gun - 1_000, lobby);
  const { stamp } = (await arrive()).arrived;
  later(gun + 60_500, closed);
  expect((await get({ stamp, address: '198.51.100.1' })).pass.wave).toBe(1);
});

test('a thousand customers of one carrier who come in five minutes stand where they came', async () => {
  const { get, later } = setUp({ at: gun, line: closed });
  for (let n = 0; n < 1000; n++) {
    later(gun + 300 * n);
    expect((await get()).pass.wave).toBe(2 + Math.floor(0.3 * n));
  }
});

test('one pass counts once, however often it is asked for', async () => {
  const { arrive, get } = setUp();
  const address = '2001:db8:1:2::/64';
  const { stamp } = (await arrive({ address })).arrived;
  for (let n = 0; n <= budgets.v6; n++) await get({ stamp, address });
  expect((await get({ address })).pass.wave).toBe(0);
});

test('nobody gets past the budget of their address by asking many times at once', async () => {
  const { arrive, get } = setUp();
  const address = '2001:db8:1:2::/64';
  for (let n = 0; n < budgets.v6; n++) await get({ address });
  const { stamp } = (await arrive({ address })).arrived;
  const answers = await Promise.all(Array.from({ length: 10 }, () => get({ stamp, address })));
  expect(answers.map(({ pass }) => pass.wave)).toEqual(new Array(10).fill(1));
});

test('a pass of the draw counts once, also when its record fails and it is asked for again', async () => {
  const { arrive, get, pass, later, issued, setQueue } = setUp();
  const { stamp } = (await arrive()).arrived;
  setQueue('away');
  expect(await pass({ stamp })).toEqual({ kind: 'busy' });
  setQueue('there');
  for (let n = 0; n < 2; n++) expect((await get({ stamp })).pass.wave).toBe(0);
  expect(issued()).toBe(1);
  // Who comes to a closed list is behind it.
  later(gun + 60_500, { ...lobby, state: 'drawing', list: { root: 'ab', count: 1, late: 0 } });
  await get();
  expect(issued()).toBe(1);
});

test('when the enrolment is over, passes follow the draw, and those of the draw stay in it', async () => {
  const { arrive, get, issued, endEnrolment } = setUp();
  const [first, second] = [(await arrive()).arrived.stamp, (await arrive()).arrived.stamp];
  await get({ stamp: first });
  endEnrolment();
  expect((await get({ stamp: second })).pass).toMatchObject({ wave: 1, key: expect.any(Number) });
  expect((await get({ stamp: first })).pass.wave).toBe(0);
  expect(issued()).toBe(1);
});

test('a pass that is counted when its list may have read the count already is behind the draw, for good', async () => {
  const { arrive, get, issued, endEnrolment, records } = setUp();
  const { stamp } = (await arrive()).arrived;
  // It ends between the first look and the second.
  endEnrolment(1);
  for (let n = 0; n < 2; n++) expect((await get({ stamp })).pass.wave).toBe(1);
  expect(issued()).toBe(0);
  expect(records.map(({ wave }) => wave)).toEqual([1, 1]);
});

test('while nothing can be counted nobody is kept out of the draw', async () => {
  expect((await setUp({ cacheIsAway: true }).get()).pass.wave).toBe(0);
});

test.each([
  ['behind', -3_600_000],
  ['ahead', 3_600_000],
])('a function whose clock is an hour %s stamps by the clock of the line', async (_, off) => {
  const { arrive, get } = setUp({ at: gun - 60_000 + off });
  const { arrived, enrolAfter } = await arrive();
  expect(arrived.at).toBe(gun - 60_000);
  expect(enrolAfter).toBe(Math.round(arrived.spread * 60_000));
  expect((await get()).pass.wave).toBe(0);
});

test.each([
  ['right', 0],
  ['an hour ahead', 3_600_000],
])('people who come while the database is away came when they did, where the clock is %s', async (_, off) => {
  const { arrive, later } = setUp({ at: gun - 60_000 + off });
  await arrive();
  later(gun + 4_000 + off);
  expect((await arrive()).arrived.at).toBe(gun + 4_000);
});

test.each([
  ['that has opened', aLine({ state: 'open' })],
  ['that is over', aLine({ state: 'over' })],
])('nobody needs a pass for a line %s', async (_, line) => {
  const { arrival, pass } = setUp({ line });
  expect(await arrival()).toEqual({ kind: 'line-off' });
  expect(await pass()).toEqual({ kind: 'line-off' });
});

test('another device has the same place, in its own session, also when the draw is over', async () => {
  const { arrive, get, move, take, later, records } = setUp();
  const { stamp } = (await arrive()).arrived;
  const { pass } = await get({ stamp });
  later(gun + 60_000, { ...lobby, state: 'calling', list: { root: 'ab', count: 1, late: 0 } });
  const link = await move(stamp);
  if (link.kind !== 'move') throw new Error(link.kind);
  expect(link.expiresAt).toEqual(new Date(gun + 660_000));
  const taken = await take(link.token);
  expect(taken).toMatchObject({ kind: 'pass', stamp, pass: { ...pass, sessionHash: 's2' } });
  // Twice, and on a third device: still one turn.
  await take(link.token, 's3');
  expect(new Set(records.map(({ hash }) => hash)).size).toBe(1);
});

test('a link is good for ten minutes, for its line, and as it was made', async () => {
  const { arrive, get, move, take, later } = setUp();
  const { stamp } = (await arrive()).arrived;
  const link = await move(stamp);
  if (link.kind !== 'move') throw new Error(link.kind);
  const [at = '', nonce = '', until = '', mac = ''] = link.token.split('.');
  const earlier = (Number.parseInt(at, 36) - 60_000).toString(36);
  const longer = (Number.parseInt(until, 36) + 60_000).toString(36);
  for (const forged of [
    [earlier, nonce, until, mac].join('.'),
    [at, nonce, longer, mac].join('.'),
    [at, nonce, until, 'A'.repeat(22)].join('.'),
    [at, nonce, until, `${mac}x`].join('.'),
    stamp,
    'x',
    '',
  ])
    expect(await take(forged)).toEqual({ kind: 'move-ended' });
  const carrying = await move(stamp, (await get({ stamp })).token);
  if (carrying.kind !== 'move') throw new Error(carrying.kind);
  const [, , , wave, seal] = carrying.token.split('.');
  expect(wave).toBe('0');
  for (const other of [`${at}.${nonce}.${until}.1.${seal}`, `${at}.${nonce}.${until}.${seal}`, `${link.token}.0`])
    expect(await take(other)).toEqual({ kind: 'move-ended' });
  expect(await move()).toEqual({ kind: 'no-arrival' });
  expect(await move(stamp.replace(at, earlier))).toEqual({ kind: 'no-arrival' });
  later(gun + 60_000, { ...lobby, lineId: '01930f3e-aaaa-7bbb-8ccc-000000000002' });
  expect([await take(link.token), await move(stamp)]).toEqual([{ kind: 'move-ended' }, { kind: 'no-arrival' }]);
  later(gun - 60_000 + 600_000, { ...lobby, state: 'calling' });
  expect(await take(link.token)).toEqual({ kind: 'move-ended' });
  later(gun - 60_000 + 599_999);
  expect(await take(link.token)).toMatchObject({ kind: 'pass' });
});
