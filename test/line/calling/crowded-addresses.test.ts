import { decide } from '../../../lambdas/line/calling/tick';
import type { Waves } from '../../../lambdas/line/rules/waves';
import { gun } from '../a-line';

/** What a tick decides so many seconds after the gun, when a hundred spots are free. */
const after = (seconds: number, waves: Waves, calledTo: number) => {
  const now = gun + seconds * 1000;
  const { decision } = decide({ now, lastAt: now - 1000, rate: 30, lines: [lineWith(waves, calledTo)] }, 30, 0);
  const [line] = decision.lines;
  if (!line) throw new Error('one line was given');
  return { state: line.state, calledTo: line.events[0]?.calledTo };
};

const lineWith = (waves: Waves, calledTo: number): Parameters<typeof decide>[0]['lines'][number] => ({
  ...{ id: 'line', raceId: 'harbour', kind: 'opening', state: 'calling', gun, enrolUntil: gun, atGun: 'draw' },
  ...{ roundAt: undefined, openedAt: undefined, pace: 1, isPaused: false, isSaleOver: false, holdSeconds: 600 },
  ...{ passesBefore: 10, passes: 10, waves, enrolment: { endedAt: undefined, issued: undefined } },
  events: [
    {
      ...{ eventId: 'run', calledTo, counts: [10, 0, 0, 0, 0, 0, 10, 0, 0], seen: [], more: [], history: [], out: [] },
      ...{ sellable: 100, free: 100, block: null, isOnSale: true, isLeftOut: false, isWaitedFor: false },
    },
  ],
});

const waves: Waves = [
  [0, 10, 1],
  [662, 5_000, 1],
];

test('passes that an address has beyond its budget are called when their second has come, and not before', () => {
  expect(after(30, waves, 0.5)).toEqual({ state: 'calling', calledTo: 1 });
  expect(after(659, waves, 1).calledTo).toBe(1);
  expect(after(660, waves, 1).calledTo).toBeGreaterThan(662);
});

test('they are no crowd for which a line stays: it opens for everybody when all others are called', () => {
  expect(after(100, waves, 1)).toEqual({ state: 'open', calledTo: 1 });
  // As many who came a moment ago are one.
  expect(after(700, waves, 663).state).toBe('calling');
});
