/** The texts of the second script. A build with more languages replaces this file: see `static/texts.ts`. */
export * from './en/later';
