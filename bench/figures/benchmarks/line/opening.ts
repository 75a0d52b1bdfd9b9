import type { LineOptions } from '../../../../loadtest/line/line-options';
import { generatorsInWords } from '../../../../loadtest/line/line-report';
import { inTurnOf, isInVain, lineVerdict } from '../../../../loadtest/line/line-verdict';
import { type Lined, runLine } from '../../../../loadtest/line/run-line';
import type { Validity } from '../../../../loadtest/report/test-report';
import { validityOf } from '../../../../loadtest/verdict/validity';
import { type Benchmark, type Stage, sizeOf } from '../../benchmark';
import { slownessOf } from '../../calibration/normalise';
import { generators } from '../../generate';
import { figuresOf, type Measured } from '../../results';
import { number } from '../../words';
import { type Crowd, failureNotes, failuresOf, letOpen, meanOf } from '../opening';

/** `lobby`: seconds in which people come to the line. */
const sizes = {
  full: { runners: 50_000, within: 30, think: [15, 60], lobby: 300 },
  short: { runners: 1_000, within: 10, think: [2, 8], lobby: 90 },
} as const satisfies Record<string, Crowd & { lobby: number }>;

const deadlineSeconds = 1_800;

/**
 * People that the line calls in a second, on the machine of the committed figures. A slower one bears less. It is two thirds of what this machine
 * commits when nobody thinks (`zero-think-time`): at that rate, requests wait for seconds.
 */
const callsASecond = 130;

/** Everybody finds a spot, and nobody is away: as in the opening beside it. */
const lineOf = ({ runners, think, lobby }: Crowd & { readonly lobby: number }, rate: number): LineOptions => ({
  people: runners,
  spots: runners,
  lobbySeconds: lobby,
  awayShare: 0,
  bots: 0,
  passesOfBot: 1,
  rate,
  think,
  minutes: (lobby + deadlineSeconds) / 60,
  seed: 1,
  card: '4242424242424242',
  processes: generators,
});

/** The mean response time over all requests, in milliseconds. */
const meanOfLine = ({ steps }: Lined): number => {
  const all = [...steps.values()];
  const requests = all.reduce((sum, { count }) => sum + count, 0);
  return all.reduce((sum, one) => sum + one.mean * one.count, 0) / requests / 1000;
};

const whyVoid = (validity: Validity): readonly string[] => (validity.kind === 'void' ? validity.reasons : []);

const measureBoth = async (crowd: Crowd & { readonly lobby: number }, stage: Stage): Promise<Measured> => {
  stage.say('  without a line …');
  const without = await letOpen(crowd, deadlineSeconds, stage);
  stage.say('  with a line …');
  const slowness = stage.machine ? slownessOf('registration', stage.machine) : 1;
  const wish = lineOf(crowd, Math.round(callsASecond / slowness));
  const lined = await runLine(wish, (news) => stage.say(`  ${news}`), stage.signal);
  const failures = [...failuresOf(without), ...failuresOf({ checks: lineVerdict(lined, wish) })];
  const asked = inTurnOf(lined);
  return {
    kind: 'measured',
    figures: [
      ...figuresOf(
        {
          mean: meanOfLine(lined),
          in: lined.soldAfter.last ?? Number.NaN,
          inVain: (100 * asked.filter(isInVain).length) / asked.length,
        },
        whyVoid(validityOf(lined.generator)),
      ),
      ...figuresOf({ meanWithout: meanOf(without), inWithout: without.totals.seconds }, whyVoid(without.validity)),
      ...figuresOf({ failures: failures.length }),
    ],
    details: [
      {
        head: ['with a line', 'requests', 'mean, ms', 'p99, ms'],
        rows: [...lined.steps].map(([name, step]) => [
          name,
          number(step.count),
          number(step.mean / 1000),
          number(step.percentile(0.99) / 1000),
        ]),
      },
    ],
    notes: [
      `The line called up to ${wish.rate} people a second: ${callsASecond} on the machine of the committed figures, and this one needs ${slowness.toFixed(2)} times its CPU.`,
      `Generators of the line: ${generatorsInWords(lined.generator, wish)}.`,
      ...failureNotes(failures),
    ],
  };
};

const { runners, within, think, lobby } = sizes.full;

export const lineOpening: Benchmark = {
  id: 'line-opening',
  title: 'An opening with a line, and without',
  baseline: 'none: the baseline had no line.',
  how: `${number(runners)} simulated runners for as many spots, ${think[0]}–${think[1]} s of think time for each form: first all within ${within} s of the opening, then in a race with a line, to which they come in the ${lobby / 60} minutes before it, and 8 % after it (short: ${number(sizes.short.runners)} runners). One run, one machine, each with a system of its own.`,
  goals: [
    {
      id: 'mean',
      name: 'mean response with the line',
      unit: 'ms',
      target: { most: 100 },
      heldBy:
        'Looks at the line, which are nine requests of ten: the table below. What takes long in it shows whether looks are too many, or registrations too fast for the machine.',
      fullOnly: true,
    },
    { id: 'meanWithout', name: 'mean response without', unit: 'ms' },
    {
      id: 'in',
      name: 'from the gun until the last was registered, with the line',
      unit: 's',
      target: { most: 270 },
      heldBy: `CPU of a registration: the line calls ${callsASecond} a second, so that answers stay fast; 270 s need 200 a second.`,
      fullOnly: true,
    },
    { id: 'inWithout', name: 'until the last was done, without', unit: 's' },
    { id: 'inVain', name: 'asked in vain', unit: '%', target: { most: 0.1 }, fullOnly: true },
    { id: 'failures', name: 'checks of order, books and draw that failed', unit: '', target: { most: 0 } },
  ],
  measure: (stage) => measureBoth(sizeOf(sizes, stage.size), stage),
};
