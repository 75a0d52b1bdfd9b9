/** The texts of the page that ends news by mail. See `later.ts`. */
export * from './en/news';
