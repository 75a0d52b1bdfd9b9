import * as v from 'valibot';

/** What is needed of `localStorage`. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface Kept<T> {
  read(): T | undefined;
  write(value: T | undefined): void;
}

type Schema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

/** Reads what was kept. What an older page, or somebody else, left there and we cannot read is as good as nothing. */
export const readKept = <S extends Schema>(schema: S, text: string | null): v.InferOutput<S> | undefined => {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text ?? 'null'));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
};

/** One thing of this browser, under a name. Where storage is refused everything still works: it is only forgotten on reload. */
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
        // Private windows and full disks refuse; the tab itself still knows.
        isRefused = true;
      }
    },
  };
};
