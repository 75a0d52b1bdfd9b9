import type { Texts } from './texts';

/** A language besides English, as the build found it: it is loaded only for those who read it. */
export type Locales = Readonly<Record<string, () => Promise<{ readonly texts: Texts }>>>;

/** By language tag in lower case. A build with more languages replaces this file: see `static/texts.ts`. */
export const locales: Locales = {};
