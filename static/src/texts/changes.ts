/** The texts of the second script about a registration that changes. See `later.ts`. */
export * from './en/changes';
