import { uuid7 } from '../../src/flow/random-ids';

/** Of whatever is made here, and of each order: a UUID version 7. */
export const newId = (): string => uuid7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
