/** The texts of the receipt. A build with more languages replaces this file: see `static/texts.ts`. */
export * from './en/receipt';
