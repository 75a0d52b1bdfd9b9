/** The texts of the form of a race. A build with more languages replaces this file: see `static/texts.ts`. */
export * from './en/form';
