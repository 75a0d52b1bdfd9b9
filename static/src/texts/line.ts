/** The texts of the line. A build with more languages replaces this file: see `static/texts.ts`. */
export * from './en/line';
