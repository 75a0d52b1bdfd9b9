import type { Request } from './request';

/** `?waited=37`: for how many seconds the client waits already, as it says; undefined when it says nothing that can be read. */
export const waitedOf = ({ query }: Pick<Request, 'query'>): number | undefined =>
  /^\d{1,6}$/.test(query.waited ?? '') ? Number(query.waited) : undefined;
