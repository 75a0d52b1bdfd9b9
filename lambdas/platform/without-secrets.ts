const secretKeys = /token|secret|password|authorization$|cookie|^body$|rawBody|email|^detail$|^where$|parameters/i;
const address = /[^\s"'@|=(]+@[^\s"'@|)]+/g;
const sealed = /\b[A-Za-z0-9]{1,16}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{43}\b/g;

/**
 * A replacer for JSON.stringify: removes what must not be in a log that many people read. PostgreSQL's `detail` quotes
 * whole rows. `alsoSecret` matches the names of the application's own members.
 */
export const withoutSecrets =
  (alsoSecret?: RegExp) =>
  (key: string, value: unknown): unknown => {
    if (secretKeys.test(key) || alsoSecret?.test(key))
      return value === undefined || value === null ? value : '[struck out]';
    return typeof value === 'string' ? value.replace(sealed, '[token]').replace(address, '[address]') : value;
  };
