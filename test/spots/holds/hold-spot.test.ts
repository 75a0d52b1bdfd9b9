import type { Dealt } from '../../../lambdas/spots/blocks/deal-spot';
import type { HoldCommand } from '../../../lambdas/spots/holds/ports';
import { block, now, offer, setUp, withLimits } from './a-hold';

test('holds one particular spot, for ten minutes, at the price of this moment', async () => {
  const answer = await setUp()();
  expect(answer).toMatchObject({
    kind: 'granted',
    token: 'r1/7',
    hold: {
      spot: 7,
      block: 'block',
      sessionHash: 's1',
      waiverHash: 'w1',
      quote: { total: 4500 },
      expiresAt: now.getTime() + 600_000,
    },
  });
});

test('in a race with a form the hold names its revision; in a plain race it has no such field', async () => {
  expect(await setUp({ offered: { ...offer, form: 3 } })()).toMatchObject({ hold: { form: 3 } });
  const plain = await setUp()();
  expect(plain.kind === 'granted' && Object.keys(plain.hold)).not.toContain('form');
});

test('lasts as long as the block says, from before its number was asked for: a process that is held up holds it no longer', async () => {
  const askedAt = now.getTime() - 20_000;
  const dealt: Dealt = { kind: 'dealt', block: { ...block, holdSeconds: 180 }, spots: [7], askedAt };
  expect(await setUp({ dealt })()).toMatchObject({ hold: { expiresAt: askedAt + 180_000 } });
});

test('what was dealt to a request that fails is given back, and what is offered by name stays whose it is', async () => {
  const astray: unknown[] = [];
  const hold = setUp({ signs: false, astray });
  await expect(hold()).rejects.toThrow('no key');
  expect(astray).toEqual([[7], '1 SpotsGivenBack']);
  await expect(hold({ ticket: 'ours', registrationId: 'r2' })).rejects.toThrow('no key');
  expect(astray).toHaveLength(2);
});

test('what failed requests gave back counts against nobody', async () => {
  const hold = setUp({ signs: false });
  for (let n = 0; n < 5; n++) await expect(hold({ registrationId: `r${n}` })).rejects.toThrow('no key');
});

test('a hold that is kept nowhere is granted all the same, and counted', async () => {
  const astray: unknown[] = [];
  expect(await setUp({ keeps: false, astray })()).toMatchObject({ kind: 'granted', hold: { spot: 7 } });
  expect(astray).toEqual(['1 HoldsNotKept']);
});

test('a process that was held up for longer than others wait gets what another got meanwhile, and gives back the rest', async () => {
  const astray: unknown[] = [];
  expect(await setUp({ isOvertaken: true, astray })()).toMatchObject({ kind: 'granted', hold: { spot: 7 } });
  expect(astray).toEqual([[8], '1 SpotsGivenBack']);
});

test('a double click holds the same spot again', async () => {
  const hold = setUp();
  expect(await hold()).toEqual(await hold());
});

test('each answer with a spot is remembered, and no other', async () => {
  const remembered: string[] = [];
  const hold = setUp({ remembered });
  await hold();
  await hold();
  await hold({ sessionHash: 's2' });
  expect(remembered).toEqual(['r1/7', 'r1/7']);
});

test("somebody else's browser does not get the spot of a registration it names", async () => {
  const hold = setUp();
  await hold();
  expect(await hold({ sessionHash: 's2' })).toEqual({ kind: 'id-taken' });
  // It deals no spot, and does not keep the first one waiting.
  expect(await hold({ registrationId: 'r2', sessionHash: 's2' })).toMatchObject({ hold: { spot: 8 } });
  expect(await hold()).toMatchObject({ hold: { spot: 7 } });
});

test('nobody holds a spot under the id of a registration of somebody else, alone or as a companion', async () => {
  const hold = setUp({ taken: ['victim'] });
  expect(await hold({ registrationId: 'victim' })).toEqual({ kind: 'id-taken' });
  expect(await hold({ companions: ['victim'] })).toEqual({ kind: 'id-taken' });
  expect(await hold()).toMatchObject({ kind: 'granted', hold: { spot: 7 } });
});

test('a hold never outlives its block by more than its own length, whatever the clock of this machine says', async () => {
  const at = new Date(block.dealUntil + 3_600_000);
  expect(await setUp({ at })()).toMatchObject({ hold: { expiresAt: block.dealUntil + 600_000 } });
});

test('a session holds up to its limit and no more; so does an address', async () => {
  const hold = setUp();
  const ask = async (n: number, sessionHash: string) => (await hold({ registrationId: `r${n}`, sessionHash })).kind;
  expect([await ask(1, 'a'), await ask(2, 'a'), await ask(3, 'a')]).toEqual(['granted', 'granted', 'too-many-holds']);
  expect([await ask(4, 'b'), await ask(5, 'b'), await ask(6, 'c')]).toEqual(['granted', 'granted', 'too-many-holds']);
});

test('a session that asks for a hundred at once gets no more than one that asks in turn; nor does an address', async () => {
  const hold = setUp();
  const ask = (n: number, sessionHash: string) => hold({ registrationId: `r${n}`, sessionHash });
  const granted = async (answers: readonly Promise<{ kind: string }>[]) =>
    (await Promise.all(answers)).filter(({ kind }) => kind === 'granted').length;
  expect(await granted(Array.from({ length: 100 }, (_, n) => ask(n, 'a')))).toBe(2);
  expect(await granted(Array.from({ length: 100 }, (_, n) => ask(100 + n, `b${n}`)))).toBe(2);
});

test('being told to come back costs nobody a hold', async () => {
  const answers: Dealt[] = Array.from({ length: 10 }, () => ({ kind: 'busy' }));
  const hold = setUp({ dealing: () => answers.pop() });
  for (let n = 0; n < 10; n++) expect((await hold()).kind).toBe('busy');
  expect((await hold()).kind).toBe('granted');
});

test('long before the opening nobody is asked', async () => {
  const answer = await setUp({ at: new Date(now.getTime() - 6 * 60_000) })();
  expect(answer).toEqual({ kind: 'not-open-yet', opensAt: now });
});

test.each<[Dealt, string]>([
  [{ kind: 'early' }, 'not-open-yet'],
  [{ kind: 'closed' }, 'closed'],
  [{ kind: 'held' }, 'held'],
  [{ kind: 'sold-out' }, 'sold-out'],
  [{ kind: 'busy' }, 'busy'],
])('when dealing says %j, the runner is told %s', async (dealt, kind) => {
  expect((await setUp({ dealt })()).kind).toBe(kind);
});

test('an unknown race is said to be unknown', async () => {
  expect(await setUp({ offered: 'no-such-race' })()).toEqual({ kind: 'no-such-race' });
});

test('somebody who brings the ticket of an offer gets that spot, kept for them alone, whatever else they hold', async () => {
  const hold = setUp({ dealing: () => ({ kind: 'waiting' }) });
  for (const registrationId of ['r1', 'r2', 'r3']) {
    expect(await hold({ registrationId, ticket: 'ours' })).toMatchObject({
      kind: 'granted',
      hold: { registrationId, spot: 41, block: 'block', owner: 'hash of ada' },
    });
  }
});

test('what is offered to three is held by three, all of it at once', async () => {
  const answer = await setUp({ dealing: () => ({ kind: 'waiting' }) })({ companions: ['r2', 'r3'], ticket: 'family' });
  expect(answer).toMatchObject({
    kind: 'granted',
    hold: {
      registrationId: 'r1',
      spot: 51,
      companions: [
        { registrationId: 'r2', spot: 53 },
        { registrationId: 'r3', spot: 54 },
      ],
      owner: 'hash of bea',
      quote: { total: 13_500 },
    },
  });
});

test.each([
  ['two of them', 'family', ['r2'], 3],
  ['one of them alone', 'family', undefined, 3],
  ['one more', 'family', ['r2', 'r3', 'r4'], 3],
  ['two, where it is for one,', 'ours', ['r2'], 1],
])('%s hold nothing of an offer, and are told for how many it is', async (_, token, companions, size) => {
  expect(await setUp()({ ticket: token, companions })).toEqual({ kind: 'wrong-size', size });
});

test.each([
  ['is not ours', 'forged', 'not-yours'],
  ['is for another event', 'elsewhere', 'not-yours'],
  ['was given at joining, in whosever name,', 'joined', 'not-yours'],
  ['has no offer yet, or no more', 'early', 'offer-ended'],
] as const)('a ticket that %s holds nothing', async (_, token, kind) => {
  expect(await setUp()({ ticket: token })).toEqual({ kind });
});

test('asked three times at once with one id, they get one spot, and none is left to nobody', async () => {
  const hold = setUp();
  const answers = await Promise.all([hold(), hold(), hold()]);
  expect(answers.map((answer) => answer.kind === 'granted' && answer.hold.spot)).toEqual([7, 7, 7]);
  expect(await hold({ registrationId: 'r2' })).toMatchObject({ hold: { spot: 8 } });
});

test('somebody who got none may ask again at once', async () => {
  const answers: Dealt[] = [{ kind: 'held' }, { kind: 'dealt', block, spots: [9], askedAt: now.getTime() }];
  const hold = setUp({ dealing: () => answers.shift() });
  expect(await hold()).toEqual({ kind: 'held' });
  expect(await hold()).toMatchObject({ kind: 'granted', hold: { spot: 9 } });
});

const asGroup = { companions: ['c1', 'c2'] };
const seats = [
  { registrationId: 'c1', spot: 8 },
  { registrationId: 'c2', spot: 9 },
];

test('somebody who registers with others holds a spot for each, in their order, for the price of all', async () => {
  expect(await setUp()(asGroup)).toMatchObject({
    kind: 'granted',
    hold: {
      registrationId: 'r1',
      spot: 7,
      companions: seats,
      quote: { lines: [{ label: '3 × Ten', amount: 13_500 }], total: 13_500 },
    },
  });
});

test('asked again for the same people, they are given the same hold; for others, or in another order, another', async () => {
  const hold = setUp({ offered: withLimits({ perSession: 99, freePerAddress: 99, mostPerAddress: 99 }) });
  const first = await hold(asGroup);
  expect(await hold(asGroup)).toEqual(first);
  expect(await hold({ companions: ['c2', 'c1'] })).toMatchObject({ hold: { spot: 10 } });
  expect(await hold({ companions: ['c2'] })).toMatchObject({ hold: { spot: 13 } });
  expect(await hold()).toMatchObject({ hold: { spot: 15 } });
  expect(await hold(asGroup)).toMatchObject({ hold: { spot: 16 } });
});

test('every spot of a group counts against what a session may hold, and counts back when it gets none', async () => {
  const answers: Dealt[] = [{ kind: 'too-few', sellable: 2 }];
  const hold = setUp({
    dealing: () => answers.pop(),
    offered: withLimits({ perSession: 12, freePerAddress: 99, mostPerAddress: 99 }),
  });
  const ask = async (registrationId: string, companions: readonly string[] = []) =>
    (await hold({ registrationId, companions })).kind;
  expect(await hold({ registrationId: 'a', ...asGroup })).toEqual({ kind: 'too-few', sellable: 2 });
  const four = ['b2', 'b3', 'b4', 'b5'];
  expect([
    await ask('b', four),
    await ask('c', [...four, 'c6', 'c7', 'c8']),
    await ask('d', four),
    await ask('e'),
  ]).toEqual(['granted', 'too-many-holds', 'granted', 'too-many-holds']);
});

test('a session holds as often as before, or for two large groups', async () => {
  const offered = withLimits({ freePerAddress: 99, mostPerAddress: 99 });
  const ask = async (hold: ReturnType<typeof setUp>, n: number, others: number) => {
    const companions = Array.from({ length: others }, (_, at) => `c${n}-${at}`);
    return (await hold({ registrationId: `r${n}`, companions })).kind;
  };
  const [alone, large] = [setUp({ offered }), setUp({ offered })];
  for (let n = 0; n < 5; n++) expect(await ask(alone, n, 0)).toBe('granted');
  expect(await ask(alone, 5, 0)).toBe('too-many-holds');
  expect([await ask(large, 0, 7), await ask(large, 1, 7), await ask(large, 2, 0)]).toEqual([
    'granted',
    'granted',
    'too-many-holds',
  ]);
});

test('of two spots for three people nobody is given any', async () => {
  const hold = setUp({ dealt: { kind: 'dealt', block, spots: [7, 8], askedAt: now.getTime() } });
  await expect(hold(asGroup)).rejects.toThrow('a hold is for all or for nobody');
});

test('above what is free a hold costs work: for these people, in this session, and not far less than is asked by now', async () => {
  const hold = setUp({ offered: withLimits({ freePerAddress: 1, mostPerAddress: 99, hashes: 100 }) });
  let sessions = 0;
  const ask = (registrationId: string, changes: Partial<HoldCommand> = {}) =>
    hold({ registrationId, sessionHash: `s${sessions++}`, ...changes });
  expect(await ask('r0')).toMatchObject({ kind: 'granted' });
  const mine = { sessionHash: 'mine', companions: ['c1'] };
  const refused = await ask('r1', mine);
  if (refused.kind !== 'prove-work') throw new Error(`told ${refused.kind}`);
  const { token: challenge, work } = refused.challenge;
  expect(work).toBe(100 * (1 + 20));
  const proof = { challenge, nonce: '1' };
  const late = { sessionHash: 'late', companions: ['c9'] };
  const early = await ask('r9', late);
  if (early.kind !== 'prove-work') throw new Error(`told ${early.kind}`);
  for (const changes of [{ ...mine, sessionHash: 'other' }, { ...mine, companions: ['c2'] }, { sessionHash: 'mine' }])
    expect(await ask('r1', { ...changes, proof })).toMatchObject({ kind: 'prove-work' });
  expect(await ask('r2', { ...mine, proof })).toMatchObject({ kind: 'prove-work' });
  // Six more come meanwhile: now it is 1 + 80 hundred, and a quarter of that was proven.
  const busy = await ask('r3', { companions: ['c3', 'c4', 'c5', 'c6', 'c7'] });
  if (busy.kind !== 'prove-work') throw new Error(`told ${busy.kind}`);
  expect(
    await ask('r3', {
      sessionHash: `s${sessions - 1}`,
      companions: ['c3', 'c4', 'c5', 'c6', 'c7'],
      proof: { challenge: busy.challenge.token, nonce: '1' },
    }),
  ).toMatchObject({ kind: 'granted' });
  expect(await ask('r1', { ...mine, proof })).toMatchObject({ kind: 'granted', hold: { registrationId: 'r1' } });
  // Two more: the work that was asked at first is less than a quarter of it.
  const old = { challenge: early.challenge.token, nonce: '1' };
  expect(await ask('r9', { ...late, proof: old })).toMatchObject({
    kind: 'prove-work',
    challenge: { work: 100 * (1 + 100) },
  });
});

test('a proof is good for one hold: going to and fro between two groups under one id needs another each time', async () => {
  const hold = setUp({ offered: withLimits({ freePerAddress: 0, mostPerAddress: 99, perSession: 99, hashes: 100 }) });
  const ask = (companions: string[], proof?: { challenge: string; nonce: string }) =>
    hold({ registrationId: 'r', sessionHash: 's', companions, ...(proof && { proof }) });
  const work = async (companions: string[]) => {
    const refused = await ask(companions);
    if (refused.kind !== 'prove-work') throw new Error(`told ${refused.kind}`);
    return { challenge: refused.challenge.token, nonce: '1' };
  };
  const proof = await work(['a']);
  expect(await ask(['a'], proof)).toMatchObject({ kind: 'granted' });
  expect(await ask(['b'], await work(['b']))).toMatchObject({ kind: 'granted' });
  expect(await ask(['a'], proof)).toMatchObject({ kind: 'prove-work' });
});

test('a hold says what it counts for until it is paid, and how many cards may be declined', async () => {
  expect(await setUp()()).toMatchObject({
    hold: { counted: { address: '203.0.113.7', at: now.getTime() / 1000, seconds: 1200 }, cardTries: 2 },
  });
});

test.each([false, true])(
  'an offer is held under five ids a day, and under each of them as often as somebody comes back (%s)',
  async (forgets) => {
    const hold = setUp({ forgets });
    const ask = async (n: number) =>
      (await hold({ registrationId: `r${n}`, sessionHash: `s${n}`, ticket: 'ours' })).kind;
    for (let n = 0; n < 5; n++) expect(await ask(n)).toBe('granted');
    expect(await ask(5)).toBe('too-many-holds');
    expect([await ask(5), await ask(6)]).toEqual(['too-many-holds', 'too-many-holds']);
    for (let n = 0; n < 5; n++) expect(await ask(n)).toBe('granted');
  },
);

test('somebody who takes up offer after offer tries no more cards than anybody', async () => {
  const hold = setUp();
  const ask = async (n: number, ticket: string) =>
    hold({
      registrationId: `r${n}`,
      sessionHash: 'one',
      ticket,
      ...(ticket === 'family' && { companions: [`a${n}`, `b${n}`] }),
    });
  for (let n = 0; n < 5; n++) expect((await ask(n, 'ours')).kind).toBe('granted');
  expect(await ask(6, 'family')).toEqual({ kind: 'too-many-holds', of: 'session' });
});
