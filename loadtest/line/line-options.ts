import * as v from 'valibot';
import { numberOption, readWished } from '../read-wished';

/** The options of `--line` that other runs do not have. */
export const lineOptions = {
  line: { type: 'boolean', default: false },
  'line-people': { type: 'string', default: '6000' },
  'line-spots': { type: 'string', default: '2000' },
  'line-lobby': { type: 'string', default: '90' },
  'line-away': { type: 'string', default: '0.3' },
  'line-bots': { type: 'string', default: '3' },
  'line-passes': { type: 'string', default: '300' },
  'line-rate': { type: 'string', default: '200' },
} as const;

export interface LineOptions {
  /** Honest people. */
  readonly people: number;
  readonly spots: number;
  /** Seconds until the opening, from the start of the system on: people come to the line meanwhile. */
  readonly lobbySeconds: number;
  /** The share of the honest people who do not look at the line again. */
  readonly awayShare: number;
  readonly bots: number;
  /** How long a spot is held, in seconds. Absent: as long as the product holds one. */
  readonly holdSeconds?: number;
  /** Passes of each bot. */
  readonly passesOfBot: number;
  /** People that the line may call in a second: what the system bears (`LINE_RATE_MAX`). */
  readonly rate: number;
  /** Seconds a person needs for a form, at least and at most. */
  readonly think: readonly [number, number];
  /** The run ends after so many minutes at the latest. */
  readonly minutes: number;
  readonly seed: number;
  readonly card: string;
  /** How many generators share the people. */
  readonly processes: number;
}

const whole = (least: number, most: number) => v.pipe(numberOption(least, most), v.integer('must be a whole number'));

const wished = v.object({
  'line-people': whole(1, 500_000),
  'line-spots': whole(1, 100_000),
  minutes: numberOption(0.1, 600),
  'line-lobby': numberOption(30, 3_600),
  'line-away': numberOption(0, 0.9),
  'line-bots': whole(0, 100),
  'line-passes': whole(1, 10_000),
  'line-rate': numberOption(1, 10_000),
});

/** Throws with what was expected when an option is wrong. */
export const readLineOptions = (
  values: Readonly<Record<string, unknown>>,
  rest: Pick<LineOptions, 'think' | 'seed' | 'card' | 'processes'>,
): LineOptions => {
  const { minutes, ...line } = readWished(wished, values);
  return {
    think: rest.think,
    seed: rest.seed,
    card: rest.card,
    processes: rest.processes,
    minutes,
    people: line['line-people'],
    spots: line['line-spots'],
    lobbySeconds: line['line-lobby'],
    awayShare: line['line-away'],
    bots: line['line-bots'],
    passesOfBot: line['line-passes'],
    rate: line['line-rate'],
  };
};
