/** For so long a value is read once for all requests: at the edge, a change is there after seconds. */
const freshMs = 1_000;

/** Reads the key value store as a function at the edge does. Throws when there is no such key. */
export const edgeStore = (url: string, now: () => number = Date.now) => {
  const known = new Map<string, { readonly until: number; readonly value: Promise<string> }>();
  const read = async (key: string) => {
    const answer = await fetch(`${url}/keys/${encodeURIComponent(key)}`);
    if (!answer.ok) throw new Error(`The store has no key ${key}.`);
    const { Value } = (await answer.json()) as { Value: string };
    return Value;
  };
  return (key: string): Promise<string> => {
    const found = known.get(key);
    if (found && now() < found.until) return found.value;
    const value = read(key);
    known.set(key, { until: now() + freshMs, value });
    return value;
  };
};
