import { admission, mostSeatsPerPass, rulingOn } from '../../../lambdas/line/calling/admission';
import { type ShownCalls, withCalls } from '../../../lambdas/line/calling/shown-calls';
import { passTokenLimits, SignedPasses } from '../../../lambdas/line/pass/signed-passes';
import type { LineDocument, Pass } from '../../../lambdas/line/ports';
import { passHash, turnOf } from '../../../lambdas/line/rules/signed-turns';
import { openSigner } from '../../../lambdas/platform/signed-tokens';
import { aLine, gun, ten } from '../a-line';

const passesOf = (key: string) =>
  new SignedPasses(openSigner(async () => ({ kid: 'k1', k1: key.repeat(40) }), passTokenLimits));
const passes = passesOf('a');
const turn = (pass: Pass, seed: string | undefined) =>
  turnOf(pass, seed === undefined ? undefined : Buffer.from(seed, 'hex'));
const pass: Pass = {
  lineId: aLine().lineId,
  passId: 'first',
  sessionHash: 's1',
  wave: 2,
  key: 0.25,
  expiresAt: gun + 86_400_000,
};
const wish = { registrationId: 'r1', raceId: 'harbour', eventId: ten, sessionHash: 's1', address: '203.0.113.7' };
const calledTo = (to: number, changes: Partial<LineDocument> = {}) =>
  aLine({
    events: [
      {
        eventId: ten,
        calledTo: to,
        free: 100,
        curve: [],
        past: [
          [5, to - 0.5],
          [10, 2.1],
        ],
      },
    ],
    ...changes,
  });
const rule = (line: LineDocument | undefined, who: Pass | undefined = pass, now = gun + 60_000) =>
  rulingOn(line, who, { eventId: ten, sessionHash: 's1' }, turn, now).kind;

test.each<[string, number, string]>([
  ['is below it', 2.26, 'called'],
  ['is the number itself', 2.25, 'not-called'],
  ['is above it', 2.24, 'not-called'],
])('a turn that %s', (_, to, kind) => expect(rule(calledTo(to))).toBe(kind));

test('a pass of the draw has its turn by the seed, and none before it', () => {
  const drawn = { ...pass, wave: 0, key: undefined };
  const its = turn(drawn, aLine().seed) ?? 0;
  expect(rule(calledTo(its), drawn)).toBe('not-called');
  expect(rule(calledTo(its + 1e-9), drawn)).toBe('called');
  expect(rule(calledTo(5, { seed: undefined, state: 'drawing' }), drawn)).toBe('not-called');
});

test('a pass of another line, or of another session, is none', () => {
  expect(rule(calledTo(9), { ...pass, lineId: 'another' })).toBe('join-line');
  expect(rule(calledTo(9), { ...pass, sessionHash: 's2' })).toBe('join-line');
  expect(rulingOn(calledTo(9), undefined, wish, turn, gun).kind).toBe('join-line');
});

test('without a line, and when it has opened, everybody may ask', () => {
  expect(rule(undefined)).toBe('open');
  expect(rule(calledTo(0, { state: 'open' }))).toBe('open');
});

test('nobody asks out of turn for an event that the line does not know yet', () => {
  expect(rulingOn(calledTo(9, { events: [] }), undefined, wish, turn, gun).kind).toBe('join-line');
  expect(rule(calledTo(9, { events: [] }))).toBe('not-called');
});

test('when nobody decided before the gun that turns are drawn, the gun opens the sale', () => {
  const lobby = calledTo(0, { state: 'lobby', atGun: undefined });
  expect(rule(lobby, pass, gun)).toBe('open');
  expect(rule({ ...lobby, atGun: 'open' }, pass, gun)).toBe('open');
  // The tick that closes the list may come a second later.
  expect(rule({ ...lobby, atGun: 'draw' }, pass, gun)).toBe('not-called');
  // Before the gun the database says when the sale opens.
  expect(rule({ ...lobby, atGun: 'draw' }, pass, gun - 3_001)).toBe('open');
});

test.each([1, 3_600_000])(
  'nobody is let in where the clock is %i ms behind and the document is older than the gun',
  async (behind) => {
    const line = calledTo(0, { state: 'lobby', atGun: 'draw', now: new Date(gun - 1_500).toISOString() });
    const { asking } = setUp({ line, at: gun + 500 - behind });
    expect(await asking.ask({ ...wish, pass: await passes.sign(pass) })).toMatchObject({ kind: 'not-your-turn' });
    expect(await asking.ask(wish)).toEqual({ kind: 'join-line' });
  },
);

const setUp = ({
  line = calledTo(3) as LineDocument | Error,
  refusal = undefined as { kind: 'held' } | undefined,
  cacheIsAway = false,
  at = gun + 60_000,
  shown = async (): Promise<ShownCalls | undefined> => undefined,
} = {}) => {
  const counted: string[] = [];
  const recorded: object[] = [];
  const asked = new Set<string>();
  const seats = new Map<string, number>();
  const away = () => {
    if (cacheIsAway) throw new Error('the cache is away');
  };
  let read = line;
  const asking = admission({
    lines: {
      find: async () => {
        if (read instanceof Error) throw read;
        return read;
      },
    },
    shown,
    readPass: (token, now) => passes.read(token, now),
    turnOf: turn,
    hashOf: (passId) => passes.hash(passId),
    counts: {
      add: async (_, __, counter, much) => void counted.push(`${counter}: ${much}`),
      isFirstAsk: async (eventId, passId) => {
        away();
        const key = `${eventId} ${passId}`;
        return !asked.has(key) && asked.add(key) !== undefined;
      },
      addSeats: async (passId, more) => {
        away();
        seats.set(passId, (seats.get(passId) ?? 0) + more);
        return seats.get(passId) ?? 0;
      },
      takeBackSeats: async (passId, fewer) => void seats.set(passId, (seats.get(passId) ?? 0) - fewer),
      addBusy: async (raceId) => void counted.push(`busy: ${raceId}`),
    },
    async record(turn) {
      away();
      recorded.push(turn);
    },
    knownRefusal: async () => refusal,
    now: () => new Date(at),
    elapsed: () => at,
    report: () => undefined,
  });
  return {
    asking,
    counted,
    recorded,
    seats,
    readNow(line: LineDocument) {
      read = line;
    },
  };
};

test.each<[string, () => Promise<string>]>([
  ['that somebody else signed', () => passesOf('b').sign(pass)],
  ['that is over', () => passes.sign({ ...pass, expiresAt: gun })],
  ['that was copied to another session', () => passes.sign({ ...pass, sessionHash: 's2' })],
  ['of another line', () => passes.sign({ ...pass, lineId: 'another' })],
  ['that is nonsense', async () => 'k1.nonsense.mac'],
])('a pass %s admits nobody', async (_, token) => {
  expect(await setUp().asking.ask({ ...wish, pass: await token() })).toEqual({ kind: 'join-line' });
});

test('somebody who is called asks once, by how long ago it was, and with all their seats', async () => {
  const { asking, counted } = setUp();
  const command = { ...wish, pass: await passes.sign(pass), companions: ['r2'] };
  expect(await asking.ask(command)).toMatchObject({ kind: 'admitted', by: { isFirst: true } });
  expect(counted).toEqual(['1: 1', '6: 2']);
  expect(await asking.ask(command)).toMatchObject({ kind: 'admitted', by: { isFirst: false } });
  expect(counted).toHaveLength(2);
});

test('the seats of a pass come to an end, and those that were not given come back', async () => {
  const { asking, seats } = setUp();
  const command = { ...wish, pass: await passes.sign(pass), companions: ['r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8'] };
  await asking.ask(command);
  const second = await asking.ask(command);
  expect(await asking.ask(command)).toEqual({ kind: 'too-many-holds', of: 'session' });
  expect(seats.get('first')).toBe(mostSeatsPerPass);
  if (second.kind !== 'admitted' || !second.by) throw new Error('they are called');
  await asking.answered(second.by, command, 'in-vain');
  expect(await asking.ask(command)).toMatchObject({ kind: 'admitted' });
});

test('the proof hears which turn had a hold, once the spots are found', async () => {
  const { asking, recorded } = setUp();
  const command = { ...wish, pass: await passes.sign(pass) };
  const asked = await asking.ask(command);
  if (asked.kind !== 'admitted' || !asked.by) throw new Error('they are called');
  await asking.answered(asked.by, command, 'in-vain');
  expect(recorded).toEqual([]);
  await asking.answered(asked.by, command, 'found');
  const { lineId } = pass;
  expect(recorded).toEqual([
    {
      lineId,
      eventId: ten,
      turn: 2.25,
      at: new Date(gun + 60_000).toISOString(),
      hash: passHash('first').toString('hex'),
    },
  ]);
});

test('people who wait hear that all spots are held, so that they may join the waiting list', async () => {
  const waits = { ...wish, pass: await passes.sign({ ...pass, wave: 9 }) };
  expect(await setUp({ refusal: { kind: 'held' } }).asking.ask(waits)).toEqual({ kind: 'held' });
  expect(await setUp().asking.ask(waits)).toEqual({ kind: 'not-your-turn', calledTo: 3 });
});

test('while nothing can be counted, who is called is let in all the same', async () => {
  const { asking } = setUp({ cacheIsAway: true });
  expect(await asking.ask({ ...wish, pass: await passes.sign(pass) })).toMatchObject({ kind: 'admitted' });
});

describe('who was shown that it is their turn', () => {
  const drawn = { ...pass, wave: 0, key: undefined };
  const seed = aLine().seed ?? '';
  const calls: ShownCalls = { seed, calledTo: { [ten]: 3 } };
  const ask = async ({ asking }: ReturnType<typeof setUp>, who: Pass = pass) =>
    (await asking.ask({ ...wish, pass: await passes.sign(who) })).kind;

  test('asks, though the standby does not know it yet', async () => {
    expect(await ask(setUp({ line: calledTo(2) }))).toBe('not-your-turn');
    expect(await ask(setUp({ line: calledTo(2), shown: async () => calls }))).toBe('admitted');
    const drawing = calledTo(0, { state: 'drawing', seed: undefined });
    expect(await ask(setUp({ line: drawing, shown: async () => calls }), drawn)).toBe('admitted');
    const held = { kind: 'held' as const };
    expect(await ask(setUp({ line: calledTo(2), refusal: held, shown: async () => calls }))).toBe('admitted');
  });

  test('is told to come back when nobody knows that it was shown', async () => {
    const shown = () => Promise.reject(new Error('no cache'));
    expect(await ask(setUp({ line: calledTo(2), shown }))).toBe('not-your-turn');
  });

  test('asks where this process has seen it, though a standby behind it answers next', async () => {
    const desk = setUp({ line: calledTo(3) });
    expect(await ask(desk)).toBe('admitted');
    desk.readNow(calledTo(2));
    expect(await ask(desk)).toBe('admitted');
    desk.readNow(calledTo(2, { lineId: 'the next line' }));
    expect(await ask(desk, { ...pass, lineId: 'the next line' })).toBe('not-your-turn');
  });

  test('is asked for nothing when it is known anyway', async () => {
    let looks = 0;
    const shown = async () => void looks++ as undefined;
    expect(await ask(setUp({ line: calledTo(3), shown }))).toBe('admitted');
    expect(looks).toBe(0);
  });

  test('opens no line, and closes none that is open', () => {
    const open = calledTo(2, { state: 'open' });
    expect(withCalls(open, calls)).toBe(open);
    const further = calledTo(4);
    expect(withCalls(further, calls)).toBe(further);
    expect(withCalls(calledTo(2, { seed: undefined }), calls)).toMatchObject({ state: 'calling', seed });
  });
});

test('somebody whose line is not known is told to come back', async () => {
  expect(await setUp({ line: new Error('no database') }).asking.ask(wish)).toEqual({ kind: 'busy' });
});

test('a function whose clock is an hour behind lets nobody in at the gun before the draw', async () => {
  const line = calledTo(0, { state: 'lobby', now: new Date(gun).toISOString() });
  expect(await setUp({ line, at: gun - 3_600_000 }).asking.ask(wish)).toEqual({ kind: 'join-line' });
});
