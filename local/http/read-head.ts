import { METHODS } from 'node:http';

/** The head of a request, as it was received. */
export interface RequestHead {
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
  /** Name, value, name, value, …, with the names in lower case. */
  readonly rawHeaders: readonly string[];
  /** By name in lower case. Headers of one name are joined. */
  readonly headers: Readonly<Record<string, string>>;
}

const methods = new Set(METHODS);
const requestLine = /^([A-Z-]+) ([\x21-\x7e\x80-\xff]+) HTTP\/(1\.[01])$/;
const token = /^[!#$%&'*+\-.^_`|~\w]+$/;
/** Matches what no value of a header may have: all control characters but the tab. */
export const invalidInValue = /[^\t\x20-\x7e\x80-\xff]/;

const isSpace = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** Reads a head. `text`: without the empty line at its end, each byte as one character. Undefined when it is malformed. */
export const readHead = (text: string): RequestHead | undefined => {
  const lines = text.split('\r\n');
  const [, method = '', url = '', httpVersion = ''] = requestLine.exec(lines[0] ?? '') ?? [];
  if (!methods.has(method)) return undefined;
  const rawHeaders: string[] = [];
  const headers: Record<string, string> = Object.create(null);
  for (let n = 1; n < lines.length; n++) {
    const line = lines[n] ?? '';
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    // This also refuses a line that begins with a space, which would continue the header before it.
    if (colon < 1 || !token.test(name) || invalidInValue.test(line)) return undefined;
    let [from, to] = [colon + 1, line.length];
    while (isSpace(line[from])) from++;
    while (to > from && isSpace(line[to - 1])) to--;
    const value = line.slice(from, to);
    rawHeaders.push(name, value);
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}${name === 'cookie' ? ';' : ','} ${value}`;
  }
  return { method, url, httpVersion, rawHeaders, headers };
};

/**
 * How long the body is, in bytes, or that it comes in chunks. Undefined when that is not certain: then nobody can tell where the next
 * request begins ([RFC 9112, 6.3](https://www.rfc-editor.org/rfc/rfc9112#section-6.3)).
 */
export const framingOf = ({
  httpVersion,
  headers,
}: Pick<RequestHead, 'httpVersion' | 'headers'>): number | 'chunked' | undefined => {
  const length = headers['content-length'];
  const coding = headers['transfer-encoding'];
  if (coding !== undefined)
    return length === undefined && httpVersion === '1.1' && coding.toLowerCase() === 'chunked' ? 'chunked' : undefined;
  if (length === undefined) return 0;
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined;
};
