import * as v from 'valibot';
import type { Bucket } from '../platform/aws/call-s3';
import type { Readiness } from './ports';

/** As lambdas/capacity/s3-capacity-states.ts writes it. */
const key = 'state/capacity.json';

const kept = v.object({
  at: v.pipe(v.string(), v.isoTimestamp()),
  due: v.boolean(),
  need: v.object({ environments: v.record(v.string(), v.number()), acu: v.number() }),
  parts: v.array(
    v.object({ name: v.string(), wanted: v.number(), there: v.optional(v.number()), isReady: v.boolean() }),
  ),
  beyond: v.array(v.string()),
});

/** What is kept warm. Where nothing can be, at least what the openings need. Undefined: nothing was ever set. */
export const s3Readiness = (bucket: Pick<Bucket, 'get'>) => async (): Promise<Readiness | undefined> => {
  const found = await bucket.get(key);
  if (!found) return undefined;
  const { at, due, need, parts, beyond } = v.parse(kept, found.json);
  const needed = [...Object.entries(need.environments), ['database', need.acu] as const];
  return {
    at,
    due,
    parts: needed.map(([name, wanted]) => parts.find((part) => part.name === name) ?? { name, wanted }),
    beyond,
  };
};
