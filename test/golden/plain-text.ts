/**
 * Makes the text of two runs the same: ids, instants, hashes and tokens are different each time. Equal values get equal
 * names within one run, and of a signed token its content is shown. Everything else stays byte for byte.
 */
export const openNames = () => {
  const names = new Map<string, string>();
  const nameOf = (kind: string, value: string) => {
    const known = names.get(value);
    if (known) return known;
    const name = `<${kind} ${[...names.values()].filter((one) => one.startsWith(`<${kind} `)).length + 1}>`;
    names.set(value, name);
    return name;
  };

  const rules: readonly [RegExp, (found: string) => string][] = [
    [/\bk1\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}/g, (token) => `<signed ${plain(contentOf(token))}>`],
    [/\b(?:pi|ctoken|ch|pm|evt|seti|cus)_[A-Za-z0-9]+(?:_secret_[A-Za-z0-9]+)?/g, (id) => nameOf('stripe', id)],
    [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, (id) => nameOf('id', id)],
    [/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, () => '<instant>'],
    [/(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g, (hash) => nameOf('hash', hash)],
    [/\b1[6-9]\d{11}\b/g, () => '<ms>'],
    [/\b1[6-9]\d{8}\b/g, () => '<seconds>'],
    [/http:\/\/127\.0\.0\.1:\d+/g, () => '<here>'],
  ];
  const plain = (text: string): string => rules.reduce((now, [shape, name]) => now.replace(shape, name), text);
  return plain;
};

const contentOf = (token: string) => Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();

/** A statement with single spaces. */
export const oneLine = (sql: string): string => sql.replace(/\s+/g, ' ').trim();
