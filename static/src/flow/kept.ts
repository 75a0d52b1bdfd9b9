import * as v from 'valibot';

/** The part of the Web Storage API that is used. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** One stored value. Writing undefined deletes it. */
export interface Kept<T> {
  read(): T | undefined;
  write(value: T | undefined): void;
}

type Schema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

/**
 * Parses a stored text. Undefined for anything that does not fit the schema, for example from an older version of the page.
 */
export const readKept = <S extends Schema>(schema: S, text: string | null): v.InferOutput<S> | undefined => {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text ?? 'null'));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
};

/** One value in this browser, under a key. If the browser refuses storage, the value is kept in memory until a reload. */
export const keepUnder = <S extends Schema>(
  area: () => StorageArea,
  key: string,
  schema: S,
): Kept<v.InferOutput<S>> => {
  let memory: v.InferOutput<S> | undefined;
  let isRefused = false;
  return {
    read: () => {
      if (isRefused) return memory;
      try {
        return readKept(schema, area().getItem(key));
      } catch {
        return memory;
      }
    },
    write: (next) => {
      memory = next;
      isRefused = false;
      try {
        if (next) area().setItem(key, JSON.stringify(next));
        else area().removeItem(key);
      } catch {
        // Private windows and full disks refuse storage. The value stays in memory.
        isRefused = true;
      }
    },
  };
};
