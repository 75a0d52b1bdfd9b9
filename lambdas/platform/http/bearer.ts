import type { Request } from './request';

/** The token of `Authorization: Bearer …`; empty when there is none. */
export const bearerOf = ({ headers }: Pick<Request, 'headers'>): string =>
  /^Bearer (\S{1,4096})$/i.exec(headers.authorization ?? '')?.[1] ?? '';
