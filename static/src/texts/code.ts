/** The texts of the box for a code on the page of a race. A build with more languages replaces this file: see `static/texts.ts`. */
export * from './en/code';
