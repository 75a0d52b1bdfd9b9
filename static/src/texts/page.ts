/**
 * The texts that both scripts need. English is in the scripts. A build with more languages replaces this file: see
 * `static/texts.ts`.
 */
export * from './en/page';

/** Changes the texts to those of another language, before the first screen is shown. */
export const use = (_texts: object): void => {};
