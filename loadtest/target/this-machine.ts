/** The names of this machine in an address. */
const names = ['localhost', '127.0.0.1', '[::1]'];

export const isThisMachine = (hostname: string): boolean => names.includes(hostname);

/** The origin of an address on this machine; undefined for all others, so that nobody else's service is flooded. */
export const originHere = (text: string): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' && isThisMachine(url.hostname) ? url.origin : undefined;
};
