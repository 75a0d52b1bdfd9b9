import { timingSafeEqual } from 'node:crypto';
import { originHeader } from '../../contract';
import { sha256 } from '../seal';
import type { Secret } from '../secret';
import { ProblemError } from './problem-error';

type Headers = Readonly<Record<string, string>>;

/** Refuses a request that did not come through our CDN, which adds a header only we know. Throws ProblemError 403. */
export const checkOriginSecret = async (headers: Headers, originSecret: Secret): Promise<void> => {
  const shown = headers[originHeader] ?? '';
  const { current, previous } = await originSecret();
  if (same(shown, current) || same(shown, previous)) return;
  throw new ProblemError('wrong-door', 'Use the address of the site: this one answers only to the site itself.');
};

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a change asked for by another site's page with this runner's cookie. Throws ProblemError 403.
 * Browsers say `Sec-Fetch-Site` themselves. Those that do not yet say `Origin`, which must be our own address: the host
 * that was asked or, because the CDN hides the host it was asked for, the site's. Programs that are no browsers say
 * neither, and carry nobody's cookie.
 */
export const checkSameSite = (method: string, headers: Headers, siteOrigin: string | undefined): void => {
  if (safeMethods.has(method)) return;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  if (site === undefined && (headers.origin === undefined || isOwn(headers.origin, headers, siteOrigin))) return;
  throw new ProblemError('cross-site', 'This can be asked for from the pages of this site only.');
};

const isOwn = (origin: string, { host }: Headers, siteOrigin: string | undefined) =>
  URL.canParse(origin) &&
  (new URL(origin).host === host ||
    (siteOrigin !== undefined && new URL(origin).origin === new URL(siteOrigin).origin));

// Hashes have one length, which timingSafeEqual needs, and tell nothing about the length of the secret.
const same = (shown: string, secret: string | undefined) =>
  Boolean(secret) && timingSafeEqual(Buffer.from(sha256(shown)), Buffer.from(sha256(secret ?? '')));
