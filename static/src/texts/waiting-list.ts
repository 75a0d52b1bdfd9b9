/** The texts of the second script about the waiting list. See `later.ts`. */
export * from './en/waiting-list';
