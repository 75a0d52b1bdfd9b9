import * as v from 'valibot';
import { raceId, textHash } from '../../fields';
import { formFields } from '../../form/definition/definition';

/** What a registration of the race asks for. A revision never changes. */
export const publishedForm = v.strictObject({
  raceId,
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  ...formFields,
});

/** A text that people accept. It never changes. */
export const shownText = v.strictObject({
  raceId,
  hash: textHash,
  version: v.string(),
  /** A language tag. */
  locale: v.string(),
  text: v.string(),
});

export type ShownText = v.InferOutput<typeof shownText>;
export type PublishedForm = v.InferOutput<typeof publishedForm>;
