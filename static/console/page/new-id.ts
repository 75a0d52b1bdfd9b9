import { uuid7 } from '../../src/flow/random-ids';

/** A UUID version 7, for everything that is made in the console and for each order. */
export const newId = (): string => uuid7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
