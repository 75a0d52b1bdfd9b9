import { listSessions } from './list-sessions';
import { PoolInMemory, type RequestOutcome } from './pool-in-memory';

const soon = () => Promise.resolve();
const noon = Date.parse('2027-03-01T12:00:00Z');

const setUp = () => {
  const outcomes: [RequestOutcome, RequestOutcome] = ['well', 'well'];
  const a = new PoolInMemory(soon, () => outcomes[0]);
  const b = new PoolInMemory(soon, () => outcomes[1]);
  const ended = new Set<string>();
  let judged = 0;
  let now = noon;
  const sessions = listSessions({
    pools: [a.memcached, b.memcached],
    wasEnded: async (id) => {
      judged += 1;
      return ended.has(id);
    },
    now: () => now,
    pause: soon,
  });
  return {
    ...sessions,
    a,
    b,
    ended,
    judged: () => judged,
    /** What happens to every request from here on, by pool. */
    outcomes: (...next: [RequestOutcome, RequestOutcome]) => outcomes.splice(0, 2, ...next),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
};

const unknown = { name: 'SessionUnknownError' };

test('what is kept is in both pools, and nobody is asked whether the session was ended', async () => {
  const { note, read, a, b, judged } = setUp();
  expect(await read('ada')).toBeUndefined();
  expect(await note('ada', 'one')).toBe('kept');
  expect(await note('ada', 'two')).toBe('kept');
  expect(await read('ada')).toEqual({ owner: 'ada', notes: ['one', 'two'] });
  expect(a.textOf('ada')).toBe(b.textOf('ada'));
  expect(judged()).toBe(0);
});

test.each<[string, RequestOutcome]>([
  ['refuses', 'refused'],
  ['swallows its answers', 'lost'],
])('while one pool %s, the other one serves, and mends it afterwards', async (_, outcome) => {
  const { note, read, outcomes, a, b } = setUp();
  await note('ada', 'one');
  outcomes(outcome, 'well');
  expect(await note('ada', 'two')).toBe('kept');
  expect(await read('ada')).toMatchObject({ notes: ['one', 'two'] });
  outcomes('well', 'well');
  expect(a.textOf('ada')).not.toBe(b.textOf('ada'));
  expect(await read('ada')).toMatchObject({ notes: ['one', 'two'] });
  expect(a.textOf('ada')).toBe(b.textOf('ada'));
});

test('what writers who died halfway left in one pool does not outrank what was kept in the other while it was silent', async () => {
  const { note, read, outcomes, a } = setUp();
  await note('ada', 'one');
  const before = JSON.parse(a.textOf('ada') ?? '');
  outcomes('refused', 'well');
  await note('ada', 'two');
  outcomes('well', 'well');
  for (const further of [1, 2, 3]) {
    const data = { owner: 'ada', notes: ['one', 'of one who died'] };
    a.scribble('ada', JSON.stringify({ ...before, v: before.v + further, writer: '~', data }));
    expect(await read('ada')).toMatchObject({ notes: ['one', 'two'] });
  }
});

test('a caller that comes while a writer is at work waits for it, and takes nothing that is only begun', async () => {
  const { note, a, b } = setUp();
  await note('ada', 'one');
  const whole = b.textOf('ada') ?? '';
  const data = { owner: 'ada', notes: ['half'] };
  const half = JSON.stringify({ ...JSON.parse(whole), writer: '~', data });
  const readWhileWriting = async () => {
    a.scribble('ada', half);
    const { read } = listSessions({ pools: [a.memcached, b.memcached], now: () => noon, pause: finish });
    return read('ada');
  };
  const finish = async () => a.scribble('ada', whole);
  expect(await readWhileWriting()).toMatchObject({ notes: ['one'] });
  expect(b.textOf('ada')).toBe(whole);
});

test('a writer that finds a session in one pool alone waits: its first write may be under way', async () => {
  const { note, read, a, b } = setUp();
  await note('ada', 'one');
  const begun = a.textOf('ada') ?? '';
  b.flush();
  // The first writer reaches the other pool, and writes on.
  const goesOn = async () => {
    b.scribble('ada', begun);
    await note('ada', 'two');
  };
  const late = listSessions({ pools: [a.memcached, b.memcached], now: () => noon, pause: goesOn });
  expect(await late.note('ada', 'three')).toBe('kept');
  expect(await read('ada')).toEqual({ owner: 'ada', notes: ['one', 'two', 'three'] });
});

test('of two first writes at one moment neither is newer, so that what is built on one of them is', async () => {
  const [one, other] = [setUp(), setUp()];
  other.pass(5);
  await one.note('ada', 'one');
  await other.note('ada', 'other');
  const versionIn = ({ a }: ReturnType<typeof setUp>): unknown => JSON.parse(a.textOf('ada') ?? '').v;
  expect(versionIn(other)).toBe(versionIn(one));
});

test('a writer that was first in one pool and second in the other makes its change on what the other one kept', async () => {
  const { note, read, a, b } = setUp();
  await note('ada', 'one');
  a.flush();
  let isFirst = true;
  const meanwhile = async () => {
    if (isFirst) await note('ada', 'theirs');
    if (isFirst) a.flush();
    isFirst = false;
    return false;
  };
  const pools = [a.memcached, b.memcached] as const;
  const slow = listSessions({ pools, now: () => noon, pause: soon, newWriter: () => '~', wasEnded: meanwhile });
  expect(await slow.note('ada', 'mine')).toBe('kept');
  expect(await read('ada')).toMatchObject({ notes: ['one', 'theirs', 'mine'] });
});

test('a pool that comes back empty, or with old data, is mended and never believed', async () => {
  const { note, read, outcomes, a, b } = setUp();
  await note('ada', 'one');
  a.remember();
  outcomes('refused', 'well');
  await note('ada', 'two');
  a.comeBackOld();
  outcomes('well', 'well');
  expect(await read('ada')).toMatchObject({ notes: ['one', 'two'] });
  a.flush();
  expect(await note('ada', 'three')).toBe('kept');
  b.flush();
  expect(await read('ada')).toMatchObject({ notes: ['one', 'two', 'three'] });
  expect(b.textOf('ada')).toBe(a.textOf('ada'));
});

test('no copy and no answer is not "no session": it is said to be unknown, and nothing is written over it', async () => {
  const { note, read, outcomes, a, b } = setUp();
  await note('ada', 'one');
  a.flush();
  outcomes('well', 'refused');
  await expect(read('ada')).rejects.toMatchObject(unknown);
  await expect(note('ada', 'two')).rejects.toMatchObject(unknown);
  expect(a.textOf('ada')).toBeUndefined();
  outcomes('refused', 'refused');
  await expect(read('ada')).rejects.toMatchObject(unknown);
  await expect(note('ada', 'two')).rejects.toMatchObject(unknown);
  await expect(note('ada', 'two', { isNew: true })).rejects.toMatchObject(unknown);
  outcomes('well', 'well');
  expect(await read('ada')).toMatchObject({ notes: ['one'] });
  expect(b.textOf('ada')).toBe(a.textOf('ada'));
});

test('a session made this moment needs one pool only: the other cannot have it', async () => {
  const { note, read, outcomes } = setUp();
  outcomes('refused', 'well');
  expect(await note('ada', 'one', { isNew: true })).toBe('kept');
  expect(await read('ada')).toMatchObject({ notes: ['one'] });
});

test('a pool that answers questions and takes no writes does not stop the other', async () => {
  const { b } = setUp();
  const full = { ...new PoolInMemory(soon).memcached, add: () => Promise.reject(new Error('out of memory')) };
  const { note, read } = listSessions({ pools: [full, b.memcached], pause: soon });
  expect(await note('ada', 'one', { isNew: true })).toBe('kept');
  expect(await note('ada', 'two')).toBe('kept');
  expect(await read('ada')).toMatchObject({ notes: ['one', 'two'] });
});

test('a session that could not be kept anywhere is told what each pool said', async () => {
  const full = () => ({ ...new PoolInMemory(soon).memcached, add: () => Promise.reject(new Error('out of memory')) });
  const { note } = listSessions({ pools: [full(), full()], pause: soon });
  const refused = await note('ada', 'one').catch((error) => error);
  expect(refused).toMatchObject({ ...unknown, message: expect.stringContaining('written') });
  expect(refused.cause.errors.map(String)).toEqual(['Error: out of memory', 'Error: out of memory']);
});

test('an ended session stays ended, although a pool comes back with it', async () => {
  const { note, read, end, ended, outcomes, a, b, judged } = setUp();
  await note('ada', 'one');
  a.remember();
  outcomes('refused', 'well');
  ended.add('ada');
  await end('ada');
  outcomes('well', 'well');
  a.comeBackOld();
  expect(await read('ada')).toBe('ended');
  expect(await note('ada', 'two')).toBe('ended');
  // The tombstone's pool fails as well; only the old data is left.
  a.comeBackOld();
  b.flush();
  expect(judged()).toBe(0);
  expect(await read('ada')).toBe('ended');
  expect(await note('ada', 'two')).toBe('ended');
  outcomes('well', 'refused');
  expect(await read('ada')).toBe('ended');
  expect(judged()).toBe(3);
  expect(b.textOf('ada')).toBeUndefined();
});

test('while the judge cannot be asked, copies that disagree are not believed', async () => {
  const { note, a, b } = setUp();
  await note('ada', 'one');
  a.flush();
  const judge = () => Promise.reject(new Error('the database is away'));
  const sessions = listSessions({ pools: [a.memcached, b.memcached], wasEnded: judge, pause: soon });
  await expect(sessions.read('ada')).rejects.toThrow('the database is away');
  await expect(sessions.note('ada', 'two')).rejects.toThrow('the database is away');
});

test('a session that ran out is none; while a pool is silent, it may have gone on there', async () => {
  const { note, read, outcomes, pass } = setUp();
  await note('ada', 'one');
  pass(600_000);
  expect(await read('ada')).toBeUndefined();
  outcomes('well', 'refused');
  await expect(read('ada')).rejects.toMatchObject(unknown);
  outcomes('well', 'well');
  expect(await note('ada', 'two')).toBe('kept');
  expect(await read('ada')).toMatchObject({ notes: ['two'] });
});

test.each([
  ['of somebody else', (mine: string) => mine.replaceAll('"ada"', '"bob"')],
  ['that are no session', () => '{"v":'],
  ['of a form nobody knows', (mine: string) => mine.replace('"notes"', '"remarks"')],
])('bytes %s are handed to nobody, and written over', async (_, scribbled) => {
  const { note, read, a, b } = setUp();
  await note('ada', 'one');
  const mine = a.textOf('ada') ?? '';
  a.scribble('ada', scribbled(mine));
  expect(await read('ada')).toEqual({ owner: 'ada', notes: ['one'] });
  expect(a.textOf('ada')).toBe(mine);
  a.scribble('ada', scribbled(mine));
  b.scribble('ada', scribbled(mine));
  expect(await read('ada')).toBeUndefined();
  expect(await note('ada', 'two')).toBe('kept');
  expect(await read('ada')).toEqual({ owner: 'ada', notes: ['two'] });
});

test('with both pools lost a session begins again, ahead of what either may yet come back with', async () => {
  const { note, read, a, b, pass } = setUp();
  for (const text of ['one', 'two', 'three']) await note('ada', text);
  a.remember();
  a.flush();
  b.flush();
  pass(1000);
  expect(await read('ada')).toBeUndefined();
  await note('ada', 'after');
  a.comeBackOld();
  expect(await read('ada')).toMatchObject({ notes: ['after'] });
});
