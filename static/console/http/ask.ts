/** One call of the console's API. A failure is a value, too. */
export interface Call {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly url: string;
  readonly body?: unknown;
  /** The `Idempotency-Key`: a repetition with the same key gets the first answer. */
  readonly key?: string;
  /** The `If-Match`: the state of a race that was seen last. */
  readonly seen?: string;
  /** How long the answer may take, if it is longer than usual. */
  readonly timeoutMs?: number;
}

/** What the server found wrong with a field, named as in the body. */
export interface WrongField {
  readonly field: string;
  readonly message: string;
}

export interface Problem {
  readonly kind: 'problem';
  /** The end of the problem's type: `not-signed-in`. */
  readonly name: string;
  /** The sentence of the server. */
  readonly detail: string;
  readonly errors: readonly WrongField[];
  /** What is there instead of what was expected. */
  readonly present?: unknown;
}

/** `unreadable`: the answer is not from our API, but from a proxy or a gateway on the way. */
export type Failure =
  | Problem
  | { readonly kind: 'network' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreadable' };

export type Answered<T> = { readonly kind: 'ok'; readonly value: T } | Failure;

/** The dry run of a long form takes the longest. */
const usualTimeoutMs = 15_000;

/** Does not check the shape of an answer: page and API are of one release, and answers only get more fields. */
export const ask = async <T>({
  method,
  url,
  body,
  key,
  seen,
  timeoutMs = usualTimeoutMs,
}: Call): Promise<Answered<T>> => {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(seen !== undefined && { 'if-match': `"${seen}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      credentials: 'same-origin',
      signal: timeout,
    });
    const text = await response.text();
    if (response.ok) return { kind: 'ok', value: (text === '' ? undefined : JSON.parse(text)) as T };
    return problemIn(text);
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'unreadable' };
    return { kind: timeout.aborted ? 'timeout' : 'network' };
  }
};

/** Reads problem details (RFC 9457). Throws SyntaxError when it is no JSON. */
const problemIn = (text: string): Failure => {
  const {
    type = '',
    detail = '',
    errors = [],
    present,
  } = JSON.parse(text) as Partial<Record<'type' | 'detail', string>> & {
    readonly errors?: readonly WrongField[];
    readonly present?: unknown;
  };
  const name = /^\/problems\/([a-z-]+)$/.exec(type)?.[1];
  return name === undefined ? { kind: 'unreadable' } : { kind: 'problem', name, detail, errors, present };
};
