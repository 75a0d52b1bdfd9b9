import { useEffect } from 'preact/hooks';
import { type Watched, watched } from '../../src/flow/watched';
import { useValue } from '../../src/page/use-value';
import type { Answered, Failure } from './ask';
import { at, call } from './call';

/** What was read from an address. `failure` beside a value: reading it again failed, and the value is from `at`. */
export type Data<T> =
  | { readonly kind: 'reading' }
  | { readonly kind: 'ok'; readonly value: T; readonly at: number; readonly failure?: Failure; again(): void }
  | { readonly kind: 'failed'; readonly failure: Failure; again(): void };

interface Entry {
  readonly state: Watched<Data<unknown>>;
  /** How many screens show it. */
  users: number;
  round: number;
}

const entries = new Map<string, Entry>();

const entryOf = (url: string): Entry => {
  const known = entries.get(url);
  if (known) return known;
  const made: Entry = { state: watched<Data<unknown>>({ kind: 'reading' }), users: 0, round: 0 };
  entries.set(url, made);
  return made;
};

/** Reads an address again. The old value stays until the answer is there. An answer to an earlier request is dropped. */
const read = async (key: string, entry: Entry): Promise<void> => {
  const round = ++entry.round;
  const [url = '', body] = key.split(bodyMark);
  const answer: Answered<unknown> = await call(
    body === undefined ? { method: 'GET', url } : { method: 'POST', url, body: JSON.parse(body) },
  );
  if (round !== entry.round) return;
  const again = () => void read(key, entry);
  const before = entry.state.peek();
  if (answer.kind === 'ok') entry.state.put({ kind: 'ok', value: answer.value, at: Date.now(), again });
  else if (before.kind === 'ok') entry.state.put({ ...before, failure: answer });
  else entry.state.put({ kind: 'failed', failure: answer, again });
};

/** In the key of an entry, it separates the address from the body. */
const bodyMark = '#';

/** A value that is older is read again when somebody comes back to it. */
const staleMs = 10_000;

/**
 * The answer of an address, shared by all components that show it. `everySeconds`: how often it is read again while the page is
 * visible.
 *
 * No library, because the console reads whole answers only. A library of 9 KB would help with lists that grow and with answers that
 * are shown before they come, and there are none: docs/decisions/073-the-console-is-a-document.md.
 */
export const useData = <T>(url: string, everySeconds?: number): Data<T> => {
  const entry = entryOf(url);
  useEffect(() => {
    entry.users++;
    const before = entry.state.peek();
    if (before.kind !== 'ok' || Date.now() - before.at > staleMs) void read(url, entry);
    const whenSeen = () => {
      const now = entry.state.peek();
      if (!document.hidden && now.kind === 'ok' && Date.now() - now.at > staleMs) void read(url, entry);
    };
    document.addEventListener('visibilitychange', whenSeen);
    const timer = everySeconds && setInterval(() => document.hidden || void read(url, entry), everySeconds * 1000);
    return () => {
      entry.users--;
      document.removeEventListener('visibilitychange', whenSeen);
      clearInterval(timer);
    };
  }, [url]);
  return useValue(entry.state) as Data<T>;
};

/** The answer of an address that takes its question in a body. */
export const useRead = <T>(url: string, content: object, everySeconds?: number): Data<T> =>
  useData(url + bodyMark + JSON.stringify(content), everySeconds);

/** The answer of a command that only reads. */
export const useOrdered = <T>(raceId: string, command: string, content: object = {}, everySeconds?: number): Data<T> =>
  useRead(at`/races/${raceId}/commands/${command}`, content, everySeconds);

const listeners = new Set<(prefix: string) => void>();

/** Is told what `changed` is called with. Returns how to end it. */
export const onChange = (listener: (prefix: string) => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Call it after a change. Addresses with this beginning are read again: now, when they are shown, or else when they are shown next. */
export const changed = (prefix: string): void => {
  for (const tell of listeners) tell(prefix);
  for (const [url, entry] of entries) {
    if (!url.startsWith(prefix)) continue;
    if (entry.users > 0) void read(url, entry);
    else entries.delete(url);
  }
};

/** Call it when somebody signs out or in: the next person must see nothing of the one before. */
export const forgetAll = (): void => {
  for (const [url, entry] of entries) {
    entry.round++;
    entry.state.put({ kind: 'reading' });
    if (entry.users === 0) entries.delete(url);
  }
};
