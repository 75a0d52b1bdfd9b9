/** What a body, a path or a header can be refused for, and what an answer about it tells. `retryAfter` in seconds. */
export interface HttpFaults {
  readonly 'invalid-request':
    | { readonly reason: 'fields' | 'json-fault'; readonly errors: readonly unknown[] }
    | { readonly reason: 'empty' | 'not-json' | 'not-utf8' };
  readonly 'not-json': Readonly<Record<never, never>>;
  readonly 'too-large': { readonly limit: number };
  readonly 'cross-site': Readonly<Record<never, never>>;
  readonly 'wrong-door': Readonly<Record<never, never>>;
  readonly 'not-found': { readonly reason: 'id'; readonly what: string } | { readonly reason: 'address' };
  readonly 'method-not-allowed': { readonly allow: readonly string[] };
  readonly busy: { readonly reason: 'crowd' | 'slow' | 'unavailable'; readonly retryAfter: number };
  readonly 'internal-error': { readonly requestId: string };
}

/** An error of the HTTP layer itself. The API that it answers for makes a problem of it. */
export class HttpError<Name extends keyof HttpFaults = keyof HttpFaults> extends Error {
  readonly fault: Name;
  readonly parameters: HttpFaults[Name];

  constructor(fault: Name, parameters: HttpFaults[Name]) {
    super(fault);
    this.name = 'HttpError';
    this.fault = fault;
    this.parameters = parameters;
  }
}

/** RFC 9457 problem details: https://www.rfc-editor.org/rfc/rfc9457. `retryAfter` in seconds. */
export interface ProblemDetails {
  readonly status: number;
  readonly retryAfter?: number | undefined;
  readonly allow?: readonly string[] | undefined;
}
