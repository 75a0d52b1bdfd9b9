import { randomBytes } from 'node:crypto';
import { sha256 } from '../seal';
import type { Request } from './request';

/** Only its hash is ever stored or signed. `__Host-`: set by this host itself, over TLS, for all paths. */
const name = '__Host-startline';
const seconds = 30 * 24 * 3600;
const wellFormed = /^[A-Za-z0-9_-]{43}$/;

export interface Session {
  /** SHA-256 of the secret, base64url. */
  readonly hash: string;
  /** `Set-Cookie` values to answer with; empty when the browser has the session already. */
  readonly cookies: readonly string[];
}

export interface SessionCookie {
  /** The browser's session, made now if it has none. */
  of(request: Pick<Request, 'cookies'>): Session;
  /** The hash of the session the browser came with, if it did. */
  find(request: Pick<Request, 'cookies'>): string | undefined;
}

/** An anonymous session: a 256-bit secret in a cookie that scripts cannot read. */
export const sessionCookie = (): SessionCookie => {
  const secretIn = ({ cookies }: Pick<Request, 'cookies'>) => {
    const secret = cookies[name];
    return secret && wellFormed.test(secret) ? secret : undefined;
  };
  return {
    of(request) {
      const known = secretIn(request);
      if (known) return { hash: sha256(known), cookies: [] };
      const secret = randomBytes(32).toString('base64url');
      return {
        hash: sha256(secret),
        cookies: [`${name}=${secret}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`],
      };
    },
    find(request) {
      const secret = secretIn(request);
      return secret && sha256(secret);
    },
  };
};
