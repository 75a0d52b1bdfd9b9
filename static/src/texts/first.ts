/** The texts of the first script alone. A build with more languages replaces this file: see `static/texts.ts`. */
export * from './en/first';

/** Changes the texts to those of another language, before the first screen is shown. */
export const use = (_texts: object): void => {};
