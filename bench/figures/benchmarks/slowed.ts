import { runTest } from '../../../loadtest/run-test';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { generate } from '../generate';
import { contestants } from '../generators/contestants';
import { figuresOf, type Measured } from '../results';
import { benchRace } from '../system/bench-race';
import { withSystem } from '../system/own-system';
import { slowDown } from '../system/slow-down';
import { type CameBack, watchWhatComesBack } from '../system/spots-that-came-back';
import { thrownAway } from '../system/thrown-away';
import { number } from '../words';
import { measureGenerators } from './generators';
import { type Crowd, failureNotes, failuresOf, openingWish } from './opening';

/** As many runners as spots. */
interface Size extends Omit<Crowd, 'runners'> {
  readonly spots: number;
  readonly holdSeconds: number;
}

const sizes = {
  full: { spots: 50_000, within: 30, think: [15, 60], holdSeconds: 600 },
  short: { spots: 5_000, within: 10, think: [2, 8], holdSeconds: 180 },
} as const satisfies Record<string, Size>;

/** How much of the time the slowed process runs, on the machine of the committed figures and on faster ones. */
const share = 1 / 3;
/** Requests of simulated browsers in a second of CPU, on the machine of the committed figures. */
const committedRequestsPerCpuSecond = 54_000;
const calibration = { shorter: 1, longer: 4 };
const minute = 60;
const deadlineSeconds = 3_600;

/** How fast this machine is; 1: as fast as the machine of the committed figures. */
const measureSpeed = async (stage: Stage): Promise<number> => {
  const browsers = contestants.filter(({ id }) => id === 'browsers');
  const measured = await measureGenerators(calibration, stage, browsers);
  const perCpuSecond = measured.figures.find(({ goal }) => goal === 'browsers')?.value;
  if (perCpuSecond === undefined || Number.isNaN(perCpuSecond))
    throw new Error('The speed of this machine is not known.');
  return perCpuSecond / committedRequestsPerCpuSecond;
};

const measureSlowed = async ({ spots, within, think, holdSeconds }: Size, stage: Stage): Promise<Measured> => {
  const { createRace } = benchRace(spots + 1);
  const speed = await measureSpeed(stage);
  const runs = Math.min(1, Math.max(share, share / speed));
  return withSystem([{ createRace: { ...createRace, sale: { holdSeconds } } }], async ({ system, windows }) => {
    const whatCameBack = watchWhatComesBack(system.urls.ownerDatabase, system.urls.dataCache, minute);
    let [began, wasStopped] = [Number.NaN, async () => {}];
    const { report } = await runTest({
      wish: openingWish({ runners: spots, within, think }),
      url: system.urls.page,
      windows,
      deadlineSeconds,
      generate: (task, options) => {
        // Slows the system down only now: the canary is done.
        wasStopped = slowDown(() => [system.pids.gateway ?? []].flat(), runs);
        began = Date.now();
        return generate(task, options).finally(() => wasStopped());
      },
      signal: stage.signal,
    }).finally(() => wasStopped());
    const [back, forgotten] = [await whatCameBack(), await thrownAway(system.ports)];
    const sold = back.soldAt === undefined ? report.totals.registrations + 1 : spots + 1;
    return {
      kind: 'measured',
      figures: figuresOf({
        sold: (100 * sold) / (spots + 1),
        duration: back.soldAt === undefined ? Number.NaN : (back.soldAt - began) / 1000 - holdSeconds,
        late: back.late,
        back: back.spots,
        worst: back.worst,
      }),
      details: [],
      notes: [
        ...whatCameBackInWords(back, began),
        `The caches threw away ${number(forgotten)} values because they were full.`,
        `This machine answers ${number(100 * speed)} % of the simulated browsers' requests that the machine of the committed figures answers in a second of CPU. So the process ran for ${number(100 * runs)} % of the time: a third, or on a slower machine what that machine does in a third.`,
        `The generator: ${report.validity.kind === 'void' ? report.validity.reasons.join('; ') : 'in time'}. It measures the system's times here, not its own.`,
        ...failureNotes(failuresOf(report)),
      ],
    };
  });
};

/** One line for each block that spots came back from: a lost block and a slow one look different. */
const whatCameBackInWords = ({ all }: CameBack, began: number): string[] =>
  [...new Set(all.map(({ cutAt }) => cutAt))].map((cut) => {
    const ofBlock = all.filter(({ cutAt }) => cutAt === cut);
    const [least, most] = [Math.min, Math.max].map((of) => number(of(...ofBlock.map(({ seconds }) => seconds))));
    const [first, last] = [Math.min, Math.max].map((of) => number(of(...ofBlock.map(({ dealtAfter }) => dealtAfter))));
    const closed = number(Math.max(...ofBlock.map(({ closedAfter }) => closedAfter)));
    return `From the block cut ${number((cut - began) / 1000)} s after the start came back ${ofBlock.length}, ${least}–${most} s after their holds: dealt ${first}–${last} s after the cut, block closed ${closed} s after it.`;
  });

const { spots, within, think, holdSeconds } = sizes.full;

export const slowed: Benchmark = {
  id: 'slowed',
  title: 'Opening, slowed to a third',
  baseline:
    'none: on a slower machine the opening of 50,000 took 24 minutes, because spots that were dealt to no runner came back only at the planned end of their blocks.',
  how: `as the opening, with the process of the functions that runners reach slowed to a third (of the machine of the committed figures, where this one is slower), by stopping it for a part of each eighth of a second: ${spots.toLocaleString('en-US')} runners for as many spots, set off within ${within} s, ${think[0]}–${think[1]} s of think time for each form; holds of ${holdSeconds} s (short: ${sizes.short.spots.toLocaleString('en-US')} spots, holds of ${sizes.short.holdSeconds} s).`,
  goals: [
    {
      id: 'sold',
      name: 'spots sold',
      unit: '%',
      target: { least: 100 },
      heldBy:
        'How many calls the slowed process serves in a second. At 80 a second the crowd is called back over ten minutes: a runner whose first answer was lost hears of their spot when its hold is nearly over, and cannot pay in time.',
    },
    { id: 'duration', name: 'until every spot was sold, beyond the time of a hold', unit: 's', target: { most: 180 } },
    { id: 'back', name: 'spots dealt to somebody who did not register', unit: '' },
    {
      id: 'late',
      name: 'of those, back later than a minute after their hold had ended',
      unit: '',
      target: { most: 0 },
    },
    { id: 'worst', name: 'the last of those, after the end of its hold', unit: 's' },
  ],
  measure: (stage) => measureSlowed(sizeOf(sizes, stage.size), stage),
};
