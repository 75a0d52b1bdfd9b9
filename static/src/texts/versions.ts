/** The texts of rare pages of results. A build with more languages replaces this file: see `static/texts.ts`. */
export * from './en/versions';
