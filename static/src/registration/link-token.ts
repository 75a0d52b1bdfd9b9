const key = (registrationId: string) => `startline:link:${registrationId}`;

/** Moves the token of a mailed link out of the address into this tab's memory. */
export const takeTokenFromAddress = () => {
  const registrationId = /^\/registrations\/([0-9a-f-]{36})\/?$/.exec(location.pathname)?.[1];
  const token = location.hash.slice(1);
  if (!registrationId || !token) return;
  history.replaceState(null, '', location.pathname);
  memory.set(registrationId, decode(token));
  try {
    sessionStorage.setItem(key(registrationId), decode(token));
  } catch {
    // Without storage the link works until the page is left.
  }
};

const memory = new Map<string, string>();

const decode = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

export const linkToken = (registrationId: string): string | undefined => {
  try {
    return memory.get(registrationId) ?? sessionStorage.getItem(key(registrationId)) ?? undefined;
  } catch {
    return memory.get(registrationId);
  }
};
