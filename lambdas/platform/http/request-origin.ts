import { timingSafeEqual } from 'node:crypto';
import type { Secret } from '../secret';
import { sha256 } from '../signed-tokens';
import { HttpError } from './http-error';

type Headers = Readonly<Record<string, string>>;

/** Throws HttpError 403 unless the request came through our CDN, which adds a header with a secret: `shown`. */
export const checkOriginSecret = async (shown: string | undefined, originSecret: Secret): Promise<void> => {
  const { current, previous } = await originSecret();
  const digest = digestOf(shown ?? '');
  if (isSameSecret(digest, current) || isSameSecret(digest, previous)) return;
  throw new HttpError('wrong-door', {});
};

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a change that another site's page asks for with this browser's cookie (CSRF). Throws HttpError 403.
 * Browsers send `Sec-Fetch-Site`. Older ones send only `Origin`, which must be our own: the host of the request, or the
 * site's own origin, because the CDN replaces the host. Clients that are not browsers send neither header, and carry no
 * cookie of anybody else.
 */
export const checkSameSite = (method: string, headers: Headers, siteOrigin: string | undefined): void => {
  if (safeMethods.has(method)) return;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  if (site === undefined && (headers.origin === undefined || isOwn(headers.origin, headers, siteOrigin))) return;
  throw new HttpError('cross-site', {});
};

const isOwn = (origin: string, { host }: Headers, siteOrigin: string | undefined) =>
  URL.canParse(origin) &&
  (new URL(origin).host === host ||
    (siteOrigin !== undefined && new URL(origin).origin === new URL(siteOrigin).origin));

// Hashes have equal length, as timingSafeEqual requires, and do not reveal the length of the secret.
const isSameSecret = (shownDigest: Buffer, secret: string | undefined): boolean =>
  Boolean(secret) && timingSafeEqual(shownDigest, digestOf(secret ?? ''));

/** Of the secrets that this process knows, two of them and two more after a rotation, and of what was shown last. */
const digests = new Map<string, Buffer>();

const digestOf = (secret: string): Buffer => {
  const known = digests.get(secret);
  if (known) return known;
  if (digests.size >= 8) digests.clear();
  const digest = Buffer.from(sha256(secret));
  digests.set(secret, digest);
  return digest;
};
