/** The texts of teams. A build with more languages replaces this file: see `static/texts.ts`. */
export * from './en/team';
