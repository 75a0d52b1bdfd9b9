/** A value that screens can watch. */
export interface Watched<T> {
  peek(): T;
  put(value: T): void;
  /** Calls `work` after each change. Gives a function that ends this. */
  watch(work: () => void): () => void;
}

export const watched = <T>(first: T): Watched<T> => {
  let value = first;
  const watchers = new Set<() => void>();
  return {
    peek: () => value,
    put: (next) => {
      if (next === value) return;
      value = next;
      for (const work of [...watchers]) work();
    },
    watch: (work) => {
      watchers.add(work);
      return () => {
        watchers.delete(work);
      };
    },
  };
};
