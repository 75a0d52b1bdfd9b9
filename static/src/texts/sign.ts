/** The texts of the Sign step. A build with more languages replaces this file: see `static/texts.ts`. */
export * from './en/sign';
