const secretKeys =
  /token|secret|password|authorization$|cookie|hold$|^body$|rawBody|email|runner|recipient|paymentMethod|^detail$|^where$|parameters|person/i;
const address = /[^\s"'@|=(]+@[^\s"'@|)]+/g;
const sealed = /\b[A-Za-z0-9]{1,16}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{43}\b/g;

/**
 * A replacer for JSON.stringify: removes what must not be in a log that many people read. PostgreSQL's `detail` quotes
 * whole rows.
 */
export const withoutSecrets = (key: string, value: unknown): unknown => {
  if (secretKeys.test(key)) return value === undefined || value === null ? value : '[struck out]';
  return typeof value === 'string' ? value.replace(sealed, '[token]').replace(address, '[address]') : value;
};
