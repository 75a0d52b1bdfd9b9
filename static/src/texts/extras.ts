/** The texts of the extras. A build with more languages replaces this file: see `static/texts.ts`. */
export * from './en/extras';
