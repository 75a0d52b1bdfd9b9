import { useEffect } from 'preact/hooks';
import { type Watched, watched } from '../../src/flow/watched';
import { useValue } from '../../src/page/use-value';
import type { Answered, Failure } from './ask';
import { at, call } from './call';

/** What was read from an address. `failure` beside a value: it could not be read again, and the value is from `at`. */
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

/** Reads an address again. What is shown stays until the answer is there. Of several answers the one asked for last counts. */
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

/** Between an address and what is sent to it, in the key of an entry. */
const bodyMark = '#';

/** What is older than this is read again when somebody comes back to it. */
const staleMs = 10_000;

/**
 * The answer of an address, shared by all who show it. `everySeconds`: it is read again so often while the page is seen.
 *
 * An own layer of sixty lines: what the console reads are whole answers of addresses, without pages that grow or answers
 * that are guessed before they come, for which a library of 9 KB would be worth its weight.
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

/** The answer of an address that reads what it is asked in a body. */
export const useRead = <T>(url: string, content: object, everySeconds?: number): Data<T> =>
  useData(url + bodyMark + JSON.stringify(content), everySeconds);

/** The answer of a command that only reads. */
export const useOrdered = <T>(raceId: string, command: string, content: object = {}, everySeconds?: number): Data<T> =>
  useRead(at`/races/${raceId}/commands/${command}`, content, everySeconds);

/** After a change: what begins with this address is read again, now where it is shown, and otherwise when it will be. */
export const changed = (prefix: string): void => {
  for (const [url, entry] of entries) {
    if (!url.startsWith(prefix)) continue;
    if (entry.users > 0) void read(url, entry);
    else entries.delete(url);
  }
};

/** After somebody has signed out or in: the next one must see nothing of theirs. */
export const forgetAll = (): void => {
  for (const [url, entry] of entries) {
    entry.round++;
    entry.state.put({ kind: 'reading' });
    if (entry.users === 0) entries.delete(url);
  }
};
