import type { Request } from './request';

/**
 * `?waited=37`: for how many seconds the client has waited, by its own account; `undefined` when absent or malformed.
 */
export const waitedOf = ({ query }: Pick<Request, 'query'>): number | undefined =>
  /^\d{1,6}$/.test(query.waited ?? '') ? Number(query.waited) : undefined;
