import * as v from 'valibot';
import { fundraiserSlug } from '../fields';

/** The fundraiser that gets the donation, and whether the donor may be named there. */
export const collectedSchema = v.optional(
  v.strictObject({ fundraiser: fundraiserSlug, isPublic: v.optional(v.boolean()) }),
);
