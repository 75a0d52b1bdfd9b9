import fc from 'fast-check';
import { nextState } from '../../../lambdas/line/calling/next-state';
import type { Enrolment } from '../../../lambdas/line/calling/ports';
import { issuePass, type PassMemory } from '../../../lambdas/line/pass/issue-pass';
import { passTokenLimits, SignedPasses, SignedStamps } from '../../../lambdas/line/pass/signed-passes';
import { largestBudgets as budgets } from '../../../lambdas/line/rules/budgets';
import { openSigner } from '../../../lambdas/platform/signed-tokens';
import { aLine, gun } from '../a-line';

const keys = async () => ({ kid: 'k1', k1: 'a'.repeat(40) });
/** As it is read by functions whose document is old: nothing in it says that the list is about to be closed. */
const closing = aLine({ state: 'closing', seed: undefined, now: new Date(gun + 12_000).toISOString() });
const [people, ticks, tickMs] = [8, 12, 3_000];

/** Some enrol while ticks end the enrolment and close the list. Between any two steps, anything else may happen first. */
const enrolWhileItIsClosed = async (scheduler: fc.Scheduler) => {
  const step = (what: string) => scheduler.schedule(Promise.resolve(), what);
  const waves = new Map<string, number>();
  const recorded = new Set<string>();
  const drawn: string[] = [];
  let [issued, passesBefore] = [0, 0];
  let endedAt: number | undefined;
  let list: ReadonlySet<string> | undefined;
  const memory: PassMemory = {
    known: async (passId) => {
      await step('known');
      return waves.get(passId);
    },
    first: async (passId, wave) => {
      await step('first');
      waves.set(passId, wave);
      return { wave, isNew: true };
    },
    count: async () => 1,
    isEnrolmentOver: async () => {
      await step('is it over');
      return endedAt !== undefined;
    },
    issued: async () => {
      await step('issued');
      issued++;
    },
    putBehind: async (_, passId, wave) => {
      await step('put behind');
      waves.set(passId, wave);
      issued--;
    },
  };
  const passes = issuePass({
    lines: { find: async () => closing },
    stamps: new SignedStamps(keys),
    tokens: new SignedPasses(openSigner(keys, passTokenLimits)),
    memory,
    budgets: async () => budgets,
    record: async ({ hash, wave }) => {
      await step('sent');
      // The queue delivers it some time.
      if (wave === 0) void step('recorded').then(() => recorded.add(hash));
    },
    now: () => new Date(gun - 1_000),
    elapsed: () => 0,
    report: (error) => {
      throw error;
    },
  });
  const enrol = async (n: number) => {
    const asking = { raceId: 'harbour', requestId: `r${n}`, address: '203.0.113.7', stamp: undefined };
    // They came a second before the gun.
    const lobby = await new SignedStamps(keys).make(closing.lineId, gun - 1_000, `r${n}`, '203.0.113.7');
    await step('comes');
    const answer = await passes.pass({ ...asking, stamp: lobby.stamp, token: undefined, sessionHash: `s${n}` });
    if (answer.kind === 'pass' && answer.pass.wave === 0) drawn.push(answer.hash);
  };
  const tick = async () => {
    for (let n = 0; n < ticks && !list; n++) {
      await step('tick');
      const ended = endedAt;
      await step('reads how many were issued');
      const enrolment: Enrolment = { endedAt: ended, issued };
      const now = gun + 12_000 + n * tickMs;
      const line = { gun, enrolUntil: gun + 12_000, passes: recorded.size, passesBefore };
      const { work, enrolment: becomes } = nextState(
        { ...stillLine, ...line },
        { now, lastAt: now - tickMs, free: 1, rateMax: 1, areAllCalled: false, enrolment },
      );
      passesBefore = recorded.size;
      await step('commits');
      if (becomes === 'ends') endedAt ??= now;
      // What is recorded until then is in the list.
      if (work?.kind === 'close') list = new Set(recorded);
    }
  };
  const all = Promise.all([tick(), ...Array.from({ length: people }, (_, n) => enrol(n))]);
  await scheduler.waitFor(all);
  return { drawn, list };
};

const stillLine = {
  id: 'line',
  raceId: 'harbour',
  kind: 'opening',
  state: 'closing',
  atGun: 'draw',
  roundAt: undefined,
  openedAt: undefined,
  pace: 1,
  isPaused: false,
  waves: [],
  isSaleOver: false,
  holdSeconds: 600,
} as const;

test('every pass of the draw is in its list, whatever happens between the steps of those who enrol and of those who close it', async () => {
  const seen = { closed: 0, drawn: 0, behind: 0 };
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const { drawn, list } = await enrolWhileItIsClosed(scheduler);
      if (!list) return;
      seen.closed++;
      seen.drawn += drawn.length;
      seen.behind += people - drawn.length;
      expect(drawn.filter((hash) => !list.has(hash))).toEqual([]);
    }),
    { numRuns: 300 },
  );
  // Else it shows nothing: lists are closed, with some people in them and some behind.
  expect(seen.closed).toBeGreaterThan(30);
  expect(Math.min(seen.drawn, seen.behind)).toBeGreaterThan(30);
});
