import * as v from 'valibot';
import type { RushFunction } from './figures';
import type { CapacityOrder } from './need';

const environments = v.pipe(v.number(), v.integer(), v.minValue(0));
const acu = v.pipe(v.number(), v.minValue(0));

/** A capacity order in its queue. */
export const orderMessage = v.strictObject({
  at: v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((text) => new Date(text)),
  ),
  due: v.boolean(),
  need: v.strictObject({
    environments: v.strictObject({
      'browse-races': environments,
      register: environments,
      // Absent in orders of the release before.
      'quote-registration': v.optional(environments, 0),
      pay: environments,
      'show-registration': environments,
      'join-waiting-list': environments,
    } satisfies Record<RushFunction, unknown>),
    acu,
  }),
}) satisfies v.GenericSchema<unknown, CapacityOrder>;
