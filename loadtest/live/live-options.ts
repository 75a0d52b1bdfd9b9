import * as v from 'valibot';
import { numberOption, readWished } from '../read-wished';

/** The options of `--live` that other runs do not have. */
export const liveOptions = {
  live: { type: 'boolean', default: false },
  followers: { type: 'string', default: '1000' },
  'live-minutes': { type: 'string', default: '3' },
  'live-rates': { type: 'string', default: '0.2,1,5' },
  'live-allowed': { type: 'string', default: '6000' },
  'live-kills': { type: 'boolean', default: false },
  'live-random': { type: 'boolean', default: false },
} as const;

export interface LiveOptions {
  readonly followers: number;
  readonly minutes: number;
  /** Messages a second, each for an equal part of the time. */
  readonly rates: readonly number[];
  /** Requests a second that the race allows its crowd. */
  readonly allowed: number;
  /** Publisher, gateway, cache and database are killed in the middle, each once. */
  readonly hasKills: boolean;
  /** Messages of every kind and size, instead of comments of about one length. */
  readonly isRandom?: boolean;
  readonly seed: number;
}

const wished = v.object({
  followers: v.pipe(numberOption(1, 100_000), v.integer('must be a whole number')),
  'live-minutes': numberOption(0.2, 120),
  'live-rates': v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map(Number)),
    v.array(v.pipe(v.number('must be numbers, such as 0.2,1,5'), v.minValue(0.01), v.maxValue(50))),
  ),
  'live-allowed': numberOption(1, 1_000_000),
  'live-kills': v.boolean(),
  'live-random': v.boolean(),
});

/** Throws with what was expected when an option is wrong. */
export const readLiveOptions = (values: Readonly<Record<string, unknown>>, seed: number): LiveOptions => {
  const read = readWished(wished, values);
  return {
    followers: read.followers,
    minutes: read['live-minutes'],
    rates: read['live-rates'],
    allowed: read['live-allowed'],
    hasKills: read['live-kills'],
    isRandom: read['live-random'],
    seed,
  };
};
