/** The texts of the live page. A build with more languages replaces this file: see `static/texts.ts`. */
export * from './en/feed';
