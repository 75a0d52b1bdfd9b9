import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { type Signer, sha256 } from '../signed-tokens';
import type { Request } from './request';

/**
 * The prefix `__Host-` binds the cookie to this host, TLS and all paths:
 * https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes
 */
export const sessionCookieName = '__Host-startline';
/** Lives as long as the longest hold and half an hour more: after that a session is empty. */
const traceName = '__Host-startline-held';
const traceCookieSeconds = 50 * 60;
const purpose = 'session';
const sessionCookieSeconds = 30 * 24 * 3600;
/** Our own have about 160 characters. */
const maxTokenCharacters = 256;
const message = v.strictObject({ secret: v.string(), until: v.number() });
/** The shape of `randomBytes(32)` in base64url: a shorter text is not accepted as a secret. */
const secretShape = /^[A-Za-z0-9_-]{43}$/;

export interface Session {
  /** SHA-256 of the secret in base64url. Only this hash is ever stored or signed. */
  readonly hash: string;
  /** The browser had no cookie, so no store can know the session yet. */
  readonly isNew: boolean;
  /** `Set-Cookie` values for the answer; empty when the browser has the session already. */
  readonly cookies: readonly string[];
}

type Identified = Pick<Request, 'cookies' | 'headers'>;

export interface SessionCookie {
  /** The browser's session; a new one if it has none. */
  of(request: Identified): Promise<Session>;
  /** The hash of the browser's session; `undefined` without one. */
  find(request: Identified): Promise<string | undefined>;
  /**
   * The `Set-Cookie` value that tells the page's script for a while that the session has something in it. It holds no
   * secret.
   */
  readonly trace: string;
  /** The `Set-Cookie` values that make the browser forget its session. */
  readonly farewell: readonly string[];
}

/**
 * An anonymous session: a 256-bit secret in a cookie that scripts cannot read, signed together with the time at which
 * it ends. A session that every cache has lost still belongs to this browser; a forged or expired one is not accepted.
 * A browser without the cookie may name the secret itself, in a header: its page makes one before the first request and
 * sends it each time. So a lost answer costs nobody their session: the same request finds it again. Other sites cannot
 * send the header. `secretHeader` in lower case, `clock` in milliseconds since the epoch.
 */
export const sessionCookie = (signer: Signer, secretHeader: string, clock: () => number = Date.now): SessionCookie => {
  const findCookie = async ({ cookies }: Identified) => {
    const token = cookies[sessionCookieName];
    if (!token || token.length > maxTokenCharacters) return undefined;
    const read = v.safeParse(message, await signer.verify(purpose, token));
    return read.success && clock() < read.output.until ? sha256(read.output.secret) : undefined;
  };
  return {
    async find(request) {
      const secret = secretIn(request, secretHeader);
      return (await findCookie(request)) ?? (secret && sha256(secret));
    },
    async of(request) {
      const known = await findCookie(request);
      if (known) return { hash: known, isNew: false, cookies: [] };
      const secret = secretIn(request, secretHeader) ?? randomBytes(32).toString('base64url');
      const token = await signer.sign(purpose, { secret, until: clock() + sessionCookieSeconds * 1000 });
      return {
        hash: sha256(secret),
        isNew: true,
        cookies: [`${setCookie(sessionCookieName, token, sessionCookieSeconds)}; HttpOnly`],
      };
    },
    trace: setCookie(traceName, '1', traceCookieSeconds),
    farewell: [`${setCookie(sessionCookieName, '', 0)}; HttpOnly`, setCookie(traceName, '', 0)],
  };
};

const secretIn = ({ headers }: Identified, secretHeader: string): string | undefined => {
  const secret = headers[secretHeader];
  return secret !== undefined && secretShape.test(secret) ? secret : undefined;
};

const setCookie = (cookie: string, value: string, maxAge: number) =>
  `${cookie}=${value}; Path=/; Max-Age=${maxAge}; Secure; SameSite=Lax`;
