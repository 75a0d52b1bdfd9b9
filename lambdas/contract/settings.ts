import type { FunctionName, needs } from './functions';

/** An environment variable that a function needs. */
export type Setting = (typeof needs)[FunctionName][number];

/** The settings of a function, each read from its text. */
export type Settings<S extends Setting> = { readonly [Name in S]: Value<Name> };

/** What a setting's text says. Most settings are addresses, and say their text. */
type Value<S extends Setting> = S extends keyof typeof readers ? ReturnType<(typeof readers)[S]> : string;

/** One lane for urgent mail, one for mail that anybody can order, and one for the rest. */
const minLanes = 3;

const readLanes = (text: string): number => {
  const lanes = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (lanes >= minLanes) return lanes;
  throw new Error(
    `MAIL_LANES is ${text}: it must be a whole number from ${minLanes}: one lane for urgent mail, one for what anybody can order, and one for the rest.`,
  );
};

const readers = { MAIL_LANES: readLanes } as const;

/** What a setting's text says. Throws when it says nothing that can be used, and names what was expected. */
export const readSetting = (name: Setting, text: string): string | number =>
  name in readers ? readers[name as keyof typeof readers](text) : text;
