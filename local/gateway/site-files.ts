import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import {
  assetPattern,
  documentCacheControl,
  immutableCacheControl,
  immutablePath,
  mediaTypes,
  type SiteDocument,
} from '../../lib/edge';
import type { Answer } from './answer';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.ico': 'image/x-icon',
  ...mediaTypes,
};

interface SiteFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly plain: Buffer;
  readonly gzip?: Buffer;
  readonly brotli?: Buffer;
}

const read = (file: string, path: string): SiteFile => {
  const plain = readFileSync(file);
  const type = types[extname(file)] ?? 'application/octet-stream';
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
  const headers = {
    'content-type': type,
    'cache-control': path.startsWith(immutablePath) ? immutableCacheControl : documentCacheControl,
    etag,
  };
  // CloudFront compresses files of 1,000 bytes or more.
  if (plain.length < 1_000 || !/text|json|javascript|svg/.test(type)) return { headers, etag, plain };
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  return { headers, etag, plain, gzip: gzipSync(plain), brotli: brotliCompressSync(plain, quality) };
};

const filesBelow = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });

const accepts = (encodings: string, name: string) =>
  encodings.split(',').some((one) => {
    const [coding = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return coding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

/**
 * Whether If-None-Match names this version. A weak ETag also matches: it stands for the same bytes in another encoding.
 */
export const isUnchanged = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch === '*' ||
  Boolean(ifNoneMatch?.split(',').some((mark) => mark.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')));

const missing: Answer = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from('There is no such file.\n'),
};

/**
 * The site as the bucket behind CloudFront has it, read once, so that a path can only name a file that existed then.
 * `extra`: files that are not built but belong to this machine, such as /config.json.
 */
export const siteFiles = (directory: string, extra: Readonly<Record<string, string>> = {}) => {
  const files = new Map<string, SiteFile>();
  for (const file of filesBelow(directory)) {
    const path = `/${relative(directory, file).replaceAll('\\', '/')}`;
    files.set(path, read(file, path));
  }
  for (const [path, text] of Object.entries(extra)) {
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
    const headers = {
      'content-type': types[extname(path)] ?? 'text/plain',
      'cache-control': documentCacheControl,
      etag,
    };
    files.set(path, { headers, etag, plain: Buffer.from(text) });
  }
  const isAsset = new RegExp(assetPattern);

  return (
    method: string,
    path: string,
    request: Readonly<Record<string, string | string[] | undefined>>,
    document: SiteDocument,
  ): Answer => {
    if (method !== 'GET' && method !== 'HEAD')
      return {
        ...missing,
        status: 405,
        headers: { ...missing.headers, allow: 'GET, HEAD' },
        body: Buffer.from('Only GET and HEAD.\n'),
      };
    const file = files.get(path) ?? (isAsset.test(path) ? undefined : files.get(document));
    if (!file) return missing;
    const headers: Readonly<Record<string, string>> = file.gzip
      ? { ...file.headers, vary: 'accept-encoding' }
      : file.headers;
    if (isUnchanged(request['if-none-match']?.toString(), file.etag))
      return { status: 304, headers, body: Buffer.alloc(0) };
    const encodings = request['accept-encoding']?.toString() ?? '';
    if (file.brotli && accepts(encodings, 'br'))
      return { status: 200, headers: { ...headers, 'content-encoding': 'br' }, body: file.brotli };
    if (file.gzip && accepts(encodings, 'gzip'))
      return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: file.gzip };
    return { status: 200, headers, body: file.plain };
  };
};
