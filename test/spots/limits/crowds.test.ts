import { type Hold, quoteOf, seatsOf } from '../../../lambdas/domain/hold';
import { membersOf } from '../../../lambdas/domain/registration';
import { openSigner, sha256 } from '../../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { defaultSale, type RaceLimits } from '../../../lambdas/races/race';
import { recordRegistrations } from '../../../lambdas/registration/record/record-registrations';
import { times } from '../../../lambdas/spots/blocks/block';
import { type HoldAnswer, holdSpot } from '../../../lambdas/spots/holds/hold-spot';
import type { HoldCommand } from '../../../lambdas/spots/holds/ports';
import { MemcachedTally } from '../../../lambdas/spots/limits/memcached-tally';
import { SignedChallenges } from '../../../lambdas/spots/limits/signed-challenges';
import { createSolver } from '../../../static/src/proof/proof-of-work';
import { submissionFor } from '../../support/races/race';
import { openStores } from '../../support/stores';
import { withoutLine } from '../../support/without-line';

const stores = openStores();
const kid = 'k'.repeat(16);
const signer = openSigner(async () => ({ kid, [kid]: 'a key of more than thirty-two characters' }));

/** What nobody asks for again. */
const forgotten = async () => undefined;

/** A sale with a clock and crowds of the test's own. The cache is a real one, and the proof of work is light. */
const sale = ({ capacity = 5000, limits = {} as RaceLimits, price = 4500 } = {}) => {
  let now = Date.parse('2027-03-01T10:00:00Z');
  const [raceId, eventId] = ['harbour', uuid7()];
  const tally = new MemcachedTally(stores.memcached, (error) => {
    throw error;
  });
  const hold = holdSpot({
    offers: {
      find: async () => ({
        raceId,
        eventId,
        opensAt: new Date(now),
        closesAt: new Date(now + 1e9),
        quote: quoteOf('EUR', [{ label: 'Ten', amount: price }]),
        waiver: { version: '1', text: 'At my own risk.', hash: 'w1' },
        capacity,
        sale: { ...defaultSale, limits: { hashes: 1, ...limits } },
      }),
    },
    admission: withoutLine,
    ledger: { giveBack: async () => undefined },
    count: () => undefined,
    held: {
      keep: async () => true,
      keepAndEnd: async () => true,
      begin: async () => ({ isFirst: true, before: undefined }),
      end: async () => {},
    },
    known: { isAnyTaken: async () => false },
    tally,
    challenges: new SignedChallenges(signer),
    deal: async (_event, _deadline, size = 1) => {
      const numbers = Array.from({ length: size }, (_, n) => n + 1);
      const block = { id: uuid7(), eventId, numbers, dealUntil: now + 300_000, holdSeconds: 600 };
      return { kind: 'dealt', block, spots: numbers, askedAt: now };
    },
    signer: { signHold: async () => 'token' },
    readTicket: async () => undefined,
    readAccess: async () => undefined,
    places: { offered: async () => undefined },
    hash: sha256,
    now: () => new Date(now),
    pause: async () => {},
    times,
  });
  const record = recordRegistrations({
    registrations: {
      record: async (_, submissions) => ({
        decisions: submissions.flatMap(membersOf).map(({ registrationId }) => ({
          registrationId,
          outcome: 'confirmed' as const,
          number: 1,
        })),
        deferred: [],
        outbox: [],
      }),
      recordGroup: async (submission) => ({
        decisions: membersOf(submission).map(({ registrationId }) => ({
          registrationId,
          outcome: 'confirmed' as const,
          number: 1,
        })),
        deferred: [],
        outbox: [],
      }),
      transfer: () => Promise.reject(new Error('nobody takes a spot over')),
      move: () => Promise.reject(new Error('nobody moves')),
      sweep: async () => ({ decisions: [], deferred: [], outbox: [] }),
    },
    waitingList: { join: async () => [] },
    outcomes: { put: async () => {}, changed: async () => {} },
    remembered: { seated: async () => {}, ended: async () => {} },
    unpaid: tally,
    relay: async () => {},
    report: (error) => {
      throw error;
    },
    isPoison: () => false,
    now: () => new Date(now),
  });

  /** A runner at an address, in a browser of their own; does the proof of work unless they are lazy. */
  const ask = async (
    address: string,
    { size = 1, session = uuid7(), isLazy = false } = {},
  ): Promise<HoldAnswer & { readonly worked?: number }> => {
    const wish: HoldCommand = {
      registrationId: uuid7(),
      raceId,
      eventId,
      ...(size > 1 && { companions: Array.from({ length: size - 1 }, uuid7) }),
      sessionHash: session,
      address,
    };
    const answer = await hold(wish, now + 2000, forgotten);
    if (answer.kind !== 'prove-work' || isLazy) return answer;
    const { challenge } = answer;
    const tryOn = createSolver(challenge);
    let nonce: string | undefined;
    while (nonce === undefined) nonce = tryOn(1000);
    const answered = await hold({ ...wish, proof: { challenge: challenge.token, nonce } }, now + 2000, forgotten);
    return { ...answered, worked: challenge.work };
  };
  const pay = async (held: Hold) => {
    const [block, runners] = [
      { id: held.block, numbers: [1] },
      seatsOf(held).map(() => submissionFor({ raceId, eventId }, { id: 'b', numbers: [1] }, 0, {}).runner),
    ];
    const { runner: _, ...submission } = submissionFor({ raceId, eventId }, block, 0, {});
    const [runner, ...companions] = runners;
    if (!runner) throw new Error('a hold is for somebody');
    await record({
      submissions: [{ ...submission, hold: held, runner, ...(companions.length > 0 && { companions }) }],
      sweeps: [],
      joins: [],
    });
  };
  return {
    ask,
    pay,
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
  };
};

const kindsOf = (answers: readonly { kind: string }[]) => {
  const counts: Record<string, number> = {};
  for (const { kind } of answers) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

test('a family of eight holds at once, and again; nobody asks it for anything', async () => {
  const { ask, pay } = sale({ capacity: 500 });
  const session = uuid7();
  for (let time = 0; time < 5; time++) {
    const answer = await ask('203.0.113.7', { size: 8, session, isLazy: true });
    if (answer.kind !== 'granted') throw new Error(`they are told ${answer.kind}`);
    await pay(answer.hold);
  }
});

test('two thousand who pay get their spots through one address of a carrier: some work, some come again, nobody is refused for good', async () => {
  const { ask, pay, pass } = sale();
  const address = '198.51.100.1';
  const waiting: { at: number; hold: Hold }[] = [];
  let [wanting, paid, refused, mostWork, second] = [2000, 0, 0, 0, 0];
  for (; paid < 2000 && second < 3600; second++) {
    pass(1);
    // Twenty a second come; each pays after a minute and a half.
    for (let n = 0; n < 20 && wanting > 0; n++) {
      const answer = await ask(address);
      mostWork = Math.max(mostWork, answer.worked ?? 0);
      if (answer.kind === 'granted') {
        wanting -= 1;
        waiting.push({ at: second + 90, hold: answer.hold });
      } else if (answer.kind === 'too-many-holds') {
        refused += 1;
        break;
      } else throw new Error(`somebody is told ${answer.kind}`);
    }
    while (waiting[0] && waiting[0].at <= second) {
      await pay((waiting.shift() as { hold: Hold }).hold);
      paid += 1;
    }
  }
  expect(paid).toBe(2000);
  expect(second).toBeLessThan(1200);
  expect(refused).toBeGreaterThan(0);
  expect(mostWork).toBeGreaterThan(10);
});

test('a crowd at one address that never pays holds what is free, then what it works for, and never more', async () => {
  const { ask, pass } = sale({ capacity: 500 });
  const lazy = await Promise.all(Array.from({ length: 200 }, () => ask('203.0.113.9', { isLazy: true })));
  expect(kindsOf(lazy).granted).toBeLessThanOrEqual(10);
  for (let n = 0; n < 20; n++) await ask('203.0.113.9', { isLazy: true });
  const diligent = [];
  for (let n = 0; n < 60; n++) diligent.push(await ask('203.0.113.9'));
  expect(kindsOf(diligent)).toEqual({ granted: 40, 'too-many-holds': 20 });
  // Runners at other addresses notice nothing.
  expect((await ask('203.0.113.10', { isLazy: true })).kind).toBe('granted');
  // While their holds may be off sale, nothing becomes free.
  pass(1199);
  expect((await ask('203.0.113.9')).kind).toBe('too-many-holds');
  pass(1202);
  expect((await ask('203.0.113.9', { isLazy: true })).kind).toBe('granted');
});

test.each([
  [50, 25],
  [20, 10],
])(
  'of an event of %i spots one address never holds more than %i, whatever work its machine does',
  async (capacity, most) => {
    const { ask, pay } = sale({ capacity });
    const answers = [];
    for (let n = 0; n < capacity; n++) answers.push(await ask('203.0.113.9'));
    expect(kindsOf(answers)).toEqual({ granted: most, 'too-many-holds': capacity - most });
    // What it pays for is taken, and more may be held.
    const [first] = answers;
    if (first?.kind !== 'granted') throw new Error('the first is granted');
    await pay(first.hold);
    expect((await ask('203.0.113.9')).kind).toBe('granted');
  },
);

test('a school takes all of a small event through its address: each third of a minute somebody pays, and the next one holds', async () => {
  const { ask, pay, pass } = sale({ capacity: 30 });
  const unpaid: Hold[] = [];
  let [wanting, seconds] = [30, 0];
  for (; wanting > 0 && seconds < 600; seconds += 20) {
    for (let n = wanting; n > 0; n--) {
      const answer = await ask('198.51.100.1');
      if (answer.kind !== 'granted') break;
      wanting -= 1;
      unpaid.push(answer.hold);
    }
    pass(20);
    const hold = unpaid.shift();
    if (hold) await pay(hold);
  }
  expect([wanting, seconds]).toEqual([0, 320]);
});

/** Longer than what is held counts. */
const nextHolds = 2_401;

test('of a free event one address has half within a day, whoever it registers, and others have the rest', async () => {
  const { ask, pay, pass } = sale({ capacity: 100, price: 0 });
  const registers = async (address: string) => {
    const answers = [];
    for (let n = 0; n < 60; n++) {
      const answer = await ask(address);
      if (answer.kind === 'granted') await pay(answer.hold);
      answers.push(answer.kind === 'too-many-holds' ? { kind: answer.of } : answer);
    }
    return kindsOf(answers);
  };
  expect(await registers('203.0.113.9')).toEqual({ granted: 50, 'free-network': 10 });
  for (let n = 0; n < 3; n++) {
    pass(nextHolds);
    expect(await registers('203.0.113.9')).toEqual({ 'free-network-today': 60 });
  }
  expect((await registers('198.51.100.9')).granted).toBe(50);
  pass(86_400);
  expect((await registers('203.0.113.9')).granted).toBe(50);
});

test('a school registers 120 of 500 for nothing within two hours, and its director may let it register all', async () => {
  const ofSchool = async ({ ask, pass }: ReturnType<typeof sale>, wanting: number) => {
    let granted = 0;
    for (let hours = 0; hours < 2; hours += nextHolds / 3600) {
      while (granted < wanting && (await ask('198.51.100.1')).kind === 'granted') granted++;
      pass(nextHolds);
    }
    return granted;
  };
  expect(await ofSchool(sale({ capacity: 500, price: 0 }), 120)).toBe(120);
  expect(await ofSchool(sale({ capacity: 200, price: 0, limits: { freePerAddress: 200 } }), 200)).toBe(200);
});

test('where people pay nothing counts for a day', async () => {
  const { ask, pay, pass } = sale({ capacity: 100 });
  for (let n = 0; n < 120; n++) {
    const answer = await ask('203.0.113.9');
    if (answer.kind !== 'granted') throw new Error(`the ${n + 1}th is told ${answer.kind}`);
    await pay(answer.hold);
  }
  pass(nextHolds);
  expect((await ask('203.0.113.9')).kind).toBe('granted');
});

test('a /48 leaves a quarter of a small event to others, and of a free one for a day', async () => {
  for (const price of [4500, 0]) {
    const { ask, pass } = sale({ capacity: 40, price, limits: { hashes: 1 } });
    const crowd = async () => {
      const answers = [];
      for (let n = 0; n < 40; n++) answers.push(await ask(`2001:db8:1:${n.toString(16)}::/64`));
      return kindsOf(answers);
    };
    expect(await crowd()).toEqual({ granted: 30, 'too-many-holds': 10 });
    pass(nextHolds);
    expect((await crowd()).granted).toBe(price > 0 ? 30 : undefined);
  }
});

test('the neighbours in a /24 of IPv4 leave a quarter of a free event to others, and where people pay they do not count', async () => {
  for (const price of [4500, 0]) {
    const { ask } = sale({ capacity: 40, price, limits: { hashes: 1 } });
    const answers = [];
    for (let n = 0; n < 40; n++) answers.push(await ask(`198.51.100.${n}`));
    expect(kindsOf(answers).granted).toBe(price > 0 ? 40 : 30);
    expect((await ask('203.0.113.9')).kind).toBe('granted');
  }
});

test('a family of eight takes an event of eight spots without work', async () => {
  const { ask } = sale({ capacity: 8 });
  expect((await ask('203.0.113.9', { size: 8, isLazy: true })).kind).toBe('granted');
});

test('a /48 is no way around it: four addresses’ worth freely, and a group counts as many as it is', async () => {
  const { ask } = sale({ capacity: 500 });
  const from = (n: number, size = 1) => ask(`2001:db8:1:${n.toString(16)}::/64`, { size, isLazy: true });
  const answers = [];
  for (let n = 0; n < 5; n++) answers.push(await from(n, 8));
  expect(kindsOf(answers)).toEqual({ granted: 5 });
  expect((await from(5)).kind).toBe('prove-work');
  expect((await ask('2001:db8:2:1::/64', { isLazy: true })).kind).toBe('granted');
});

test('a session counts at every address it comes from, until it pays', async () => {
  const { ask, pay } = sale();
  const session = uuid7();
  const answers = [];
  for (let n = 0; n < 6; n++) answers.push(await ask(`203.0.113.${n}`, { session }));
  expect(kindsOf(answers)).toEqual({ granted: 5, 'too-many-holds': 1 });
  const [first] = answers;
  if (first?.kind !== 'granted') throw new Error('the first is granted');
  await pay(first.hold);
  expect((await ask('203.0.113.9', { session })).kind).toBe('granted');
});

test('a proof is for these people in this session, and for so much work as is asked, or nearly', async () => {
  const { ask } = sale({ capacity: 500, limits: { freePerAddress: 1, mostPerAddress: 400, hashes: 40 } });
  const first = await ask('203.0.113.7', { isLazy: true });
  expect(first.kind).toBe('granted');
  const second = await ask('203.0.113.7', { isLazy: true });
  expect(second).toMatchObject({ kind: 'prove-work', challenge: { work: 40 * 11 } });
  for (let n = 0; n < 3; n++) expect(await ask('203.0.113.7')).toMatchObject({ kind: 'granted' });
  expect(await ask('203.0.113.7', { isLazy: true })).toMatchObject({ challenge: { work: 40 * 41 } });
});
