import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { secretHeader } from '../../api/sessions';
import { type Signer, sha256 } from '../seal';
import type { Request } from './request';

/** `__Host-`: set by this host itself, over TLS, for all paths. */
const name = '__Host-startline';
/** The longest hold and half an hour: as long as a session has anything in it. */
const traceName = '__Host-startline-held';
const traceCookieSeconds = 50 * 60;
const purpose = 'session';
const sessionCookieSeconds = 30 * 24 * 3600;
/** Ours have about 160 characters: nothing longer is worth a look. */
const maxSecretCharacters = 256;
const message = v.strictObject({ secret: v.string(), until: v.number() });
/** What `randomBytes(32)` is in base64url: nothing shorter may be a secret. */
const secretShape = /^[A-Za-z0-9_-]{43}$/;

export interface Session {
  /** SHA-256 of the secret, base64url: the only part of it that is ever stored or signed. */
  readonly hash: string;
  /** The browser had no cookie: no store is expected to know the session yet. */
  readonly isNew: boolean;
  /** `Set-Cookie` values to answer with; empty when the browser has the session already. */
  readonly cookies: readonly string[];
}

type Identified = Pick<Request, 'cookies' | 'headers'>;

export interface SessionCookie {
  /** The browser's session, made now if it has none. */
  of(request: Identified): Promise<Session>;
  /** The hash of the session the browser came with, if it did. */
  find(request: Identified): Promise<string | undefined>;
  /** The `Set-Cookie` value that tells the page's script for a while that there is something to ask for. No secret. */
  readonly trace: string;
  /** The `Set-Cookie` values that make the browser forget its session. */
  readonly farewell: readonly string[];
}

/**
 * An anonymous session: a 256-bit secret in a cookie that scripts cannot read, sealed with the day it ends. So a session
 * that every cache has lost is still this browser's, and one that is forged, or a month old, is none.
 *
 * A browser without the cookie may name the secret itself, in a header: its page makes one before it first asks, and sends
 * it each time. So an answer that is lost on its way costs nobody their session: asked again, it is the same. Other sites
 * cannot send the header. `clock` in milliseconds since the epoch.
 */
export const sessionCookie = (signer: Signer, clock: () => number = Date.now): SessionCookie => {
  const findCookie = async ({ cookies }: Identified) => {
    const token = cookies[name];
    if (!token || token.length > maxSecretCharacters) return undefined;
    const read = v.safeParse(message, await signer.verify(purpose, token));
    return read.success && clock() < read.output.until ? sha256(read.output.secret) : undefined;
  };
  return {
    async find(request) {
      const secret = secretIn(request);
      return (await findCookie(request)) ?? (secret && sha256(secret));
    },
    async of(request) {
      const known = await findCookie(request);
      if (known) return { hash: known, isNew: false, cookies: [] };
      const secret = secretIn(request) ?? randomBytes(32).toString('base64url');
      const token = await signer.sign(purpose, { secret, until: clock() + sessionCookieSeconds * 1000 });
      return {
        hash: sha256(secret),
        isNew: true,
        cookies: [`${setCookie(name, token, sessionCookieSeconds)}; HttpOnly`],
      };
    },
    trace: setCookie(traceName, '1', traceCookieSeconds),
    farewell: [`${setCookie(name, '', 0)}; HttpOnly`, setCookie(traceName, '', 0)],
  };
};

const secretIn = ({ headers }: Identified): string | undefined => {
  const secret = headers[secretHeader];
  return secret !== undefined && secretShape.test(secret) ? secret : undefined;
};

const setCookie = (cookie: string, value: string, maxAge: number) =>
  `${cookie}=${value}; Path=/; Max-Age=${maxAge}; Secure; SameSite=Lax`;
