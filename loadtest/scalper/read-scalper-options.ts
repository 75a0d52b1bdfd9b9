import * as v from 'valibot';
import { numberOption, readWished } from '../read-wished';
import type { ScalperOptions } from './crowd';

/** The options of `--scalper` that other runs do not have. */
export const scalperOptions = {
  scalper: { type: 'boolean', default: false },
  'scalper-addresses': { type: 'string', default: '20' },
  'scalper-work': { type: 'string', default: '0.5' },
  spots: { type: 'string', default: '500' },
  share: { type: 'string', default: '4' },
  minutes: { type: 'string', default: '30' },
  'hold-seconds': { type: 'string' },
  'offer-seconds': { type: 'string' },
} as const;

const wished = v.object({
  'scalper-addresses': v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map(Number)),
    v.array(v.pipe(v.number(), v.integer('must be whole numbers, such as 20,200'), v.minValue(0), v.maxValue(10_000))),
  ),
  'scalper-work': numberOption(0.01, 1),
  spots: numberOption(1, 100_000),
  share: numberOption(1, 100),
  minutes: numberOption(0.1, 600),
  'hold-seconds': v.optional(numberOption(180, 1200)),
  'offer-seconds': v.optional(numberOption(900, 604_800)),
});

/** Throws with what was expected when an option is wrong. */
export const readScalperOptions = (
  values: Readonly<Record<string, unknown>>,
  rest: Pick<ScalperOptions, 'runners' | 'within' | 'think' | 'seed' | 'card'>,
): ScalperOptions => {
  const {
    'scalper-addresses': addresses,
    'scalper-work': workShare,
    spots,
    share,
    minutes,
    ...times
  } = readWished(wished, values);
  return {
    ...rest,
    addresses,
    workShare,
    spots,
    share,
    minutes,
    ...(times['hold-seconds'] !== undefined && { holdSeconds: times['hold-seconds'] }),
    ...(times['offer-seconds'] !== undefined && { offerSeconds: times['offer-seconds'] }),
  };
};
