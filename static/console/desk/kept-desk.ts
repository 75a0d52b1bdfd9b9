import type { RaceDetailsMessage } from '../../../lambdas/api/console/messages';
import { keepUntil, keptDatabase } from './desk-key';
import type { DeskPerson } from './desk-list';
import { bytesOf } from './read-code';

/** What a desk knows, so that it can be opened without a network. */
export interface KeptDesk {
  readonly race: RaceDetailsMessage;
  readonly people: readonly DeskPerson[];
  /** Public keys of check-in codes. */
  readonly keys: readonly string[];
  readonly givesBibs: boolean;
  /** The day from which on people are checked in here. Undefined: they are. */
  readonly opensOn?: string;
  readonly seq: number;
  /** When the server was last heard, in milliseconds since the epoch. */
  readonly heardAt: number;
  /** Who is signed in, as the server signed it for their scans. */
  readonly by?: string;
}

/** `people`: those who were changed since the whole list was kept. */
export type KeptChanges = Pick<KeptDesk, 'race' | 'people' | 'seq' | 'heardAt'>;

export interface OpenedDesk extends KeptDesk {
  /** Those of `people` who were kept as changes. */
  readonly changes: readonly DeskPerson[];
}

/** A desk in the storage of this browser, encrypted. Each method throws where a browser keeps nothing. */
export interface DeskStore {
  keepAll(desk: KeptDesk): Promise<void>;
  keepChanges(changes: KeptChanges): Promise<void>;
  /** Undefined: there is none for this key, or its time is over. */
  read(): Promise<OpenedDesk | undefined>;
}

interface Row {
  readonly until: number;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** As long as a session lasts of which nothing is heard (lambdas/staff/postgres-staff-sessions.ts). */
const keptHours = 12;
/** A day after the last place on earth has ended the race day. */
const afterRaceHours = 24 + 12 + 24;
const hourMs = 3_600_000;
const ivBytes = 12;
/** Tabs that were opened apart have keys of their own. */
const mostKeys = 3;

/** @param key of `desk-key.ts` */
export const openDeskStore = (raceId: string, key: string): DeskStore => {
  const nameOf = async (part: Part) => [raceId, await fingerprint(key), part];

  const keep = async (part: Part, value: object, until: number): Promise<readonly [Row, string[]]> => {
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
    const text = new TextEncoder().encode(JSON.stringify(value));
    const data = await crypto.subtle.encrypt(cipher(iv, raceId, part, until), await cryptoKey(key), text);
    return [{ until, iv, data }, await nameOf(part)];
  };
  const open = async <T>(part: Part, row: Row | undefined): Promise<T | undefined> => {
    if (!row || row.until < Date.now()) return undefined;
    const { iv, until, data } = row;
    const text = await crypto.subtle.decrypt(cipher(iv, raceId, part, until), await cryptoKey(key), data);
    return JSON.parse(new TextDecoder().decode(text)) as T;
  };

  return {
    keepAll: async (desk) => {
      const until = untilOf(desk);
      keepUntil(until);
      const [row, name] = await keep('all', desk, until);
      const changes = await nameOf('changes');
      await inStore('readwrite', (store) => {
        store.put(row, name);
        store.delete(changes);
        forgetEldest(store, raceId);
      });
    },
    keepChanges: async (changes) => {
      const [row, name] = await keep('changes', changes, untilOf(changes));
      await inStore('readwrite', (store) => void store.put(row, name));
    },
    read: async () => {
      const names = [await nameOf('all'), await nameOf('changes')];
      const [all, changes] = await inStore('readonly', (store) => names.map((name) => store.get(name)));
      const desk = await open<KeptDesk>('all', all?.result);
      const later = desk && (await open<KeptChanges>('changes', changes?.result));
      if (!later) return desk && { ...desk, changes: [] };
      const people = new Map([...desk.people, ...later.people].map((one) => [one.registrationId, one]));
      return { ...desk, ...later, people: [...people.values()], changes: later.people };
    },
  };
};

type Part = 'all' | 'changes';

const untilOf = ({ heardAt, race: { date } }: Pick<KeptDesk, 'race' | 'heardAt'>): number =>
  Math.min(heardAt + keptHours * hourMs, Date.parse(date) + afterRaceHours * hourMs);

/** What is not secret is authenticated, too: whoever can write to the storage cannot make a list last longer. */
const cipher = (iv: Uint8Array<ArrayBuffer>, raceId: string, part: Part, until: number): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(JSON.stringify([raceId, part, until])),
});

const cryptoKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['encrypt', 'decrypt']);

/** Tells lists of different keys apart, and says nothing of the key. */
const fingerprint = async (key: string): Promise<string> => {
  const [first, second] = new Uint32Array(await crypto.subtle.digest('SHA-256', bytesOf(key)));
  return `${first}-${second}`;
};

/** Also what no browser can read any more, because its key was in a tab that is closed. */
const forgetEldest = (store: IDBObjectStore, raceId: string): void => {
  const rows: { readonly name: IDBValidKey; readonly until: number }[] = [];
  const all = IDBKeyRange.bound([raceId], [raceId, []]);
  store.openCursor(all).onsuccess = ({ target }) => {
    const { result: cursor } = target as IDBRequest<IDBCursorWithValue | null>;
    if (cursor) {
      if ((cursor.key as readonly string[])[2] === 'all') rows.push({ name: cursor.key, until: cursor.value.until });
      return cursor.continue();
    }
    for (const { name } of rows.sort((one, other) => other.until - one.until).slice(mostKeys)) {
      const [race, of] = name as readonly string[];
      store.delete(IDBKeyRange.bound([race, of], [race, of, []]));
    }
  };
};

const storeName = 'desks';

/** Opens the database for one transaction only, so that it can be deleted at any time. */
const inStore = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => T): Promise<T> => {
  const opening = indexedDB.open(keptDatabase, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode);
      const result = work(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
};
