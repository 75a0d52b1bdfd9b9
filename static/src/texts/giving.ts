/** The texts of gifts, tickets and fundraisers. A build with more languages replaces this file: see `static/texts.ts`. */
export * from './en/giving';
