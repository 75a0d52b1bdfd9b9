import * as v from 'valibot';
import { raceId } from '../fields';
import { formFields } from '../form/definition';

/** What a registration of the race asks for. A revision never changes. */
export const publishedForm = v.strictObject({
  raceId,
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  ...formFields,
});

export type PublishedForm = v.InferOutput<typeof publishedForm>;
