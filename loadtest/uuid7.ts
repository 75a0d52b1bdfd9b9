import { randomBytes } from 'node:crypto';
import { uuid7 as uuid7From } from '../static/src/flow/random-ids';

/** A UUID version 7 (RFC 9562), made by the client with the page's own code. */
export const uuid7 = (): string => uuid7From(Date.now(), randomBytes(10));
