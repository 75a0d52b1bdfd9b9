import { type Block, cutsAhead, endsAt, holdExpiry, type Reason, spends } from '../../lambdas/spots/blocks/block';

/**
 * A block of two numbers and two processes that deal from it; this model has a clock. A process may stop between any
 * two of its steps, the counter may be lost at any moment, and a process's report about the block may arrive at any
 * later moment, or never. In every case, no hold outlives its block.
 */
interface State {
  /** Milliseconds. */
  readonly now: number;
  /** How far the block is dealt; undefined: its counter is lost. */
  readonly counter: number | undefined;
  readonly processes: readonly Process[];
  /** Reports about the block that are on their way. */
  readonly reasons: readonly Reason[];
  readonly closesAt: number;
  readonly closedAt: number | undefined;
  /** When the last hold of the block ends. */
  readonly heldUntil: number;
}

/** A process that asks for a number from `askedAt` on; it has been counted once `place` is set. */
interface Process {
  readonly askedAt: number;
  readonly place?: number | 'lost';
}

const rules = { cutsAhead, endsAt, holdExpiry, spends };
type Rules = typeof rules;

const idle: Process = { askedAt: -1 };
const tick = 30_000;
const end = 6 * tick;
const block: Block = { id: 'b', eventId: 'e', numbers: [1, 2], dealUntil: 5 * tick, holdSeconds: 30 };
const start: State = {
  now: 0,
  counter: 0,
  processes: [idle, idle],
  reasons: [],
  closesAt: block.dealUntil + 320_000,
  closedAt: undefined,
  heldUntil: 0,
};

/** All possible next steps. */
const after = (state: State, { cutsAhead, endsAt, holdExpiry, spends }: Rules): readonly State[] => {
  const { now, counter, processes, reasons, closesAt, closedAt, heldUntil } = state;
  const next: State[] = [];
  const go = (changes: Partial<State>) => next.push({ ...state, ...changes });
  const say = (reason: Reason) => (reasons.includes(reason) ? reasons : [...reasons, reason].sort());
  if (now < end) go({ now: now + tick });
  if (counter !== undefined) go({ counter: undefined });
  for (const [n, process] of processes.entries()) {
    const be = (one: Process, changes: Partial<State> = {}) => go({ processes: processes.with(n, one), ...changes });
    const { askedAt, place } = process;
    if (askedAt < 0) {
      // Being counted further past the end than by one teaches a process nothing new.
      if (now < block.dealUntil && (counter ?? 0) <= block.numbers.length) be({ askedAt: now });
    } else if (place === undefined) {
      be(
        { askedAt, place: counter === undefined ? 'lost' : counter + 1 },
        counter === undefined ? {} : { counter: counter + 1 },
      );
      // Several requests without an answer: this process cannot reach the block.
      be(idle, { reasons: say('ahead') });
    } else if (place === 'lost') be(idle, { reasons: say('lost') });
    else {
      const isDealt = place <= block.numbers.length;
      const reason = spends(block, place, 1) ? 'spent' : cutsAhead(block, place, 1) ? 'ahead' : undefined;
      be(idle, {
        ...(isDealt && { heldUntil: Math.max(heldUntil, holdExpiry(rulesNow(askedAt, now, holdExpiry), block)) }),
        ...(reason && { reasons: say(reason) }),
      });
    }
  }
  for (const reason of reasons) {
    const changed = { reasons: reasons.filter((one) => one !== reason) };
    go({ ...changed, ...(closedAt === undefined && { closesAt: endsAt({ ...block, closesAt }, reason, now) }) });
  }
  if (closedAt === undefined && closesAt < now) go({ closedAt: now });
  return next;
};

/** The wrong rule: counts from when the answer was received. */
const rulesNow = (askedAt: number, now: number, holdExpiry: Rules['holdExpiry']) =>
  holdExpiry === fromTheAnswer ? now : askedAt;
const fromTheAnswer: Rules['holdExpiry'] = (...asked) => holdExpiry(...asked);

const keyOf = ({ now, counter, processes, reasons, closesAt, closedAt, heldUntil }: State) =>
  // The two processes are interchangeable.
  [
    now,
    counter,
    ...processes.map(({ askedAt, place }) => `${askedAt}.${place}`).sort(),
    closesAt,
    closedAt,
    heldUntil,
    ...reasons,
  ].join();

/** The number of states, and one that violates the invariant. */
const explore = (rules: Rules) => {
  const seen = new Set([keyOf(start)]);
  let frontier = [start];
  let closed = 0;
  while (frontier.length > 0) {
    const next: State[] = [];
    for (const state of frontier)
      for (const to of after(state, rules)) {
        const key = keyOf(to);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push(to);
        if (to.closedAt !== undefined) closed += 1;
        if (to.closedAt !== undefined && to.heldUntil > to.closedAt)
          return { violation: to, states: seen.size, closed };
      }
    if (seen.size > 3_000_000) throw new Error('there is no end to it');
    frontier = next;
  }
  return { violation: undefined, states: seen.size, closed };
};

test('no hold outlives its block, whichever process stops in between, and whatever is lost', () => {
  const { violation, states, closed } = explore(rules);
  expect(violation).toBeUndefined();
  expect(states).toBeGreaterThan(100_000);
  expect(closed).toBeGreaterThan(1000);
}, 120_000);

test.each<[string, Partial<Rules>]>([
  [
    'a block ends early from which the next one is cut ahead',
    { endsAt: (row, reason, now) => endsAt(row, reason === 'ahead' ? 'spent' : reason, now) },
  ],
  ['a hold counts from when its number was heard', { holdExpiry: fromTheAnswer }],
  ['a block is called spent before its last number', { spends: (of, place) => place >= of.numbers.length - 1 }],
  ['a block ends sooner than its holds', { endsAt: (row, reason, now) => endsAt(row, reason, now) - 40_000 }],
])(
  'that is not so when %s',
  (_, wrong) => {
    expect(explore({ ...rules, ...wrong }).violation).toBeDefined();
  },
  120_000,
);
