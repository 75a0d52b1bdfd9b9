/** The texts of the pay step. A build with more languages replaces this file: see `static/texts.ts`. */
export * from './en/payment';
