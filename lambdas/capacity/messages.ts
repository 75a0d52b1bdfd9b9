import * as v from 'valibot';
import { type RushFunction, rushFunctions } from './figures';
import type { CapacityOrder } from './need';
import type { Targets } from './targets';

const environments = v.pipe(v.number(), v.integer(), v.minValue(0));
const acu = v.pipe(v.number(), v.minValue(0));
const functionName = v.picklist(rushFunctions);

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
      pay: environments,
      'show-registration': environments,
      'join-waiting-list': environments,
    } satisfies Record<RushFunction, unknown>),
    acu,
  }),
}) satisfies v.GenericSchema<unknown, CapacityOrder>;

const targetsMessage = v.strictObject({
  functions: v.record(functionName, v.strictObject({ name: v.string(), alias: v.string(), most: environments })),
  database: v.optional(v.strictObject({ cluster: v.string(), floor: acu, ceiling: acu })),
});

/** What a deployment allows to be set. Throws when the text is not such JSON, and names what is wrong. */
export const readTargets = (text: string): Targets => {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson(), targetsMessage), text);
  if (json.success) return json.output;
  throw new Error(
    `CAPACITY_TARGETS must be JSON like {"functions":{"register":{"name":"…","alias":"live","most":150}},"database":{"cluster":"…","floor":1,"ceiling":64}}; ${v.summarize(json.issues)}`,
  );
};
