import * as v from 'valibot';
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

const number = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.transform(Number),
    v.number(`must be a number from ${least} to ${most}`),
    v.minValue(least, `must be from ${least} on`),
    v.maxValue(most, `must be ${most} at most`),
  );

const wished = v.object({
  'scalper-addresses': v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map(Number)),
    v.array(v.pipe(v.number(), v.integer('must be whole numbers, such as 20,200'), v.minValue(0), v.maxValue(10_000))),
  ),
  'scalper-work': number(0.01, 1),
  spots: number(1, 100_000),
  share: number(1, 100),
  minutes: number(0.1, 600),
  'hold-seconds': v.optional(number(180, 1200)),
  'offer-seconds': v.optional(number(900, 604_800)),
});

/** Throws with what was expected when an option is wrong. */
export const readScalperOptions = (
  values: Readonly<Record<string, unknown>>,
  rest: Pick<ScalperOptions, 'runners' | 'within' | 'think' | 'seed' | 'card'>,
): ScalperOptions => {
  const read = v.safeParse(wished, values);
  if (!read.success) {
    const [issue] = read.issues;
    throw new Error(`--${v.getDotPath(issue)?.replace(/\..*/, '') ?? 'option'}: ${issue.message}.`);
  }
  const { 'scalper-addresses': addresses, 'scalper-work': workShare, spots, share, minutes, ...times } = read.output;
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
