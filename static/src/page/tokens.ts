/** What a token in an address, or an answer, opens. Also the first part of the address itself. */
export type TokenKind = 'registrations' | 'waiting-list' | 'transfers';

const tokenKinds: readonly TokenKind[] = ['registrations', 'waiting-list', 'transfers'];
const key = (kind: TokenKind, id: string) => `startline:${kind}:${id}`;
const memory = new Map<string, string>();

/**
 * Keeps a token for this tab. `lasting`: for this browser, where no mail brings the link again.
 * Without storage it lasts until the page is left.
 */
export const keepToken = (kind: TokenKind, id: string, token: string, lasting = false) => {
  memory.set(key(kind, id), token);
  try {
    (lasting ? localStorage : sessionStorage).setItem(key(kind, id), token);
  } catch {
    // Refused: memory has it.
  }
};

/** Puts a better token in the place of one that this browser keeps for good; keeps none for good otherwise. */
export const replaceLasting = (kind: TokenKind, id: string, token: string) => {
  try {
    if (localStorage.getItem(key(kind, id)) !== null) localStorage.setItem(key(kind, id), token);
  } catch {
    // Refused: then none was kept.
  }
};

/** Moves the token of a mailed link out of the address into this tab's memory. */
export const takeTokenFromAddress = () => {
  const [, first, id] = /^\/([a-z-]+)\/([0-9a-f-]{36})\/?$/.exec(location.pathname) ?? [];
  const kind = tokenKinds.find((one) => one === first);
  const token = location.hash.slice(1);
  if (!kind || !id || !token) return;
  history.replaceState(null, '', location.pathname);
  keepToken(kind, id, decode(token));
};

const decode = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

export const tokenFor = (kind: TokenKind, id: string): string | undefined => {
  const name = key(kind, id);
  try {
    return memory.get(name) ?? sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? undefined;
  } catch {
    return memory.get(name);
  }
};
