/** The texts of the page that checks a draw. A build with more languages replaces this file: see `static/texts.ts`. */
export * from './en/draw';
