/** What a token opens. It is also the first part of that page's path. */
export type TokenKind = 'registrations' | 'waiting-list' | 'transfers' | 'news';

const tokenKinds: readonly TokenKind[] = ['registrations', 'waiting-list', 'transfers', 'news'];
const key = (kind: TokenKind, id: string) => `startline:${kind}:${id}`;
const memory = new Map<string, string>();

/**
 * Keeps a token for this tab, in `sessionStorage`. `lasting`: for this browser, in `localStorage`, because no mail brings
 * the link again. Without storage the token is kept until the document is left.
 */
export const keepToken = (kind: TokenKind, id: string, token: string, lasting = false) => {
  memory.set(key(kind, id), token);
  try {
    (lasting ? localStorage : sessionStorage).setItem(key(kind, id), token);
  } catch {
    // The browser refuses storage; `memory` has the token.
  }
};

/** Replaces a token in `localStorage` by a newer one. Does nothing if there is none. */
export const replaceLasting = (kind: TokenKind, id: string, token: string) => {
  try {
    if (localStorage.getItem(key(kind, id)) !== null) localStorage.setItem(key(kind, id), token);
  } catch {
    // The browser refuses storage, so there is no token to replace.
  }
};

/** Moves the token of a mailed link from the fragment of the address into this tab's storage. */
export const takeTokenFromAddress = () => {
  const [, first, id] = /^\/([a-z-]+)\/([a-z0-9-]{1,63})\/?$/.exec(location.pathname) ?? [];
  const kind = tokenKinds.find((one) => one === first);
  const token = location.hash.slice(1);
  if (!kind || !id || !token) return;
  history.replaceState(null, '', location.pathname);
  keepToken(kind, id, decode(token));
};

/** Removes what a bank or the processor puts into the address when it sends a runner back. The server is asked instead. */
export const dropPaymentParameters = () => {
  const { href } = location;
  const address = new URL(href);
  for (const name of [...address.searchParams.keys()])
    if (/^(payment_intent.*|redirect_status)$/.test(name)) address.searchParams.delete(name);
  if (address.href !== href) history.replaceState(null, '', address);
};

/** In a link that was cut off, an escape may be broken. The router cannot read such a path: it becomes one that names nothing. */
export const mendAddress = () => {
  const { pathname } = location;
  if (pathname.includes('%') && decode(pathname) === pathname) history.replaceState(null, '', encodeURI(pathname));
};

const decode = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The token for this id, if this tab or this browser has one. */
export const tokenFor = (kind: TokenKind, id: string): string | undefined => {
  const name = key(kind, id);
  try {
    return memory.get(name) ?? sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? undefined;
  } catch {
    return memory.get(name);
  }
};
