import * as v from 'valibot';
import { anyEntry } from './quotes';
import { waiverAccepted } from './submission';

/** What the recipient of a spot says in a race with a form. */
export const transferEntry = v.strictObject({
  /** The revision that was filled in. */
  form: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** One person, who has the transfer's id. They buy nothing: what was bought goes with the spot. */
  entry: anyEntry,
  waiver: waiverAccepted,
});
