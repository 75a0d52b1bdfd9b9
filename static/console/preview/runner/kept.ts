import { type Kept, readKept, type StorageArea } from '../../../src/flow/kept';

export { type Kept, readKept, type StorageArea };

type Keep = typeof import('../../../src/flow/kept').keepUnder;

const values = new Map<string, unknown>();

/** In place of the browser's storage: a director who looks at a preview may be registering for a race in the same browser. */
export const keepUnder: Keep = (_area, key) => ({
  read: () => values.get(key) as never,
  write: (next) => void values.set(key, next),
});

export const forgetKept = (): void => values.clear();
