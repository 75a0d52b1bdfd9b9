import * as v from 'valibot';

/** A signed token in an address: of the news of one race, for one mail address. */
export const optOutToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,16}\.[\w-]{1,400}\.[\w-]{43}$/));

const from = v.picklist(['race', 'organiser', 'nothing']);

/** What somebody wants no news of. `nothing`: news may come again. */
export const optOutRequest = v.strictObject({ from });

export const optedOut = v.strictObject({ raceId: v.string(), raceName: v.string(), from });

export type OptedOut = v.InferOutput<typeof optedOut>;
