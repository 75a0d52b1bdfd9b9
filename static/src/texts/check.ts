/** The texts of the Check step. A build with more languages replaces this file: see `static/texts.ts`. */
export * from './en/check';
