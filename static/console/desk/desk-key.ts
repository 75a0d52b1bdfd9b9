/** Has ciphertext alone. Its key is in the address of the desk, and in this page. */
export const keptDatabase = 'startline-desk';
/** Until when, in milliseconds since the epoch, the database may be there. */
const keptUntil = 'startline-desk-until';

/** 128 random bits in base64url. What follows the # of an address is sent to nobody. */
const inAddress = /^#desk=([\w-]{22})$/;
const keyBytes = 16;

let inMemory: string | undefined;

/** The key of this desk, if the address has one, or had one since the page was opened. */
export const deskKey = (): string | undefined => {
  inMemory = inAddress.exec(location.hash)?.[1] ?? inMemory;
  return inMemory;
};

/** The key of this desk, which is made now if there is none. The address has it afterwards: reloaded or kept, it opens the list again. */
export const deskKeyInAddress = (): string => {
  const key = deskKey() ?? base64url(crypto.getRandomValues(new Uint8Array(keyBytes)));
  inMemory = key;
  const { pathname, search } = location;
  history.replaceState(history.state, '', `${pathname}${search}#desk=${key}`);
  return key;
};

/** Erases what desks of this browser kept, and the key to it. */
export const forgetDesks = (): void => {
  inMemory = undefined;
  const { hash, pathname, search } = location;
  if (inAddress.test(hash)) history.replaceState(history.state, '', pathname + search);
  // Browsers that keep nothing have nothing to erase.
  try {
    localStorage.removeItem(keptUntil);
    indexedDB.deleteDatabase(keptDatabase);
  } catch {}
};

/** Notes that something is kept. */
export const keepUntil = (until: number): void => {
  if (until > (readUntil() ?? 0)) localStorage.setItem(keptUntil, String(until));
};

/** Erases what is kept when its time is over. */
export const forgetOverdueDesks = (): void => {
  const until = readUntil();
  if (until !== undefined && Date.now() > until) forgetDesks();
};

const readUntil = (): number | undefined => {
  try {
    const text = localStorage.getItem(keptUntil);
    return text === null ? undefined : Number(text);
  } catch {
    return undefined;
  }
};

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
