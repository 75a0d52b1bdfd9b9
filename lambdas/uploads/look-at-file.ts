import { type FileType, type LookedAt, maxPixels } from './file-types';
import { lookAtJpeg } from './look-at-jpeg';
import { lookAtPng } from './look-at-png';
import { lookAtWebp } from './look-at-webp';

/** The end of a ZIP archive. Its comment may be so long, so an archive may end here with other bytes behind it. */
const endOfArchive = 'PK\x05\x06';
const longestArchiveEnd = 22 + 65_535;

/**
 * A PDF from its first to its last byte, so that it is nothing else as well. Scripts in it are not looked for: it is served as a
 * download, and never opened in the site.
 */
const lookAtPdf = (bytes: Buffer): LookedAt => {
  const isPdf = /^%PDF-[12]\.\d[\r\n]/.test(bytes.toString('latin1', 0, 9));
  const isWhole = /%%EOF\s{0,4}$/.test(bytes.toString('latin1', Math.max(0, bytes.length - 16)));
  const isArchive = bytes.subarray(-longestArchiveEnd).includes(endOfArchive, 0, 'latin1');
  return isPdf && isWhole && !isArchive ? { type: 'application/pdf' } : { fault: 'damaged' };
};

const looks: Readonly<Record<FileType, (bytes: Buffer) => LookedAt>> = {
  'image/png': lookAtPng,
  'image/jpeg': lookAtJpeg,
  'image/webp': lookAtWebp,
  'application/pdf': lookAtPdf,
};

/** Looks at the bytes of a file that is said to have a type. Its name says nothing. */
export const lookAtFile = (bytes: Buffer, type: FileType): LookedAt => {
  const found = looks[type](bytes);
  if ('fault' in found || found.width === undefined || found.height === undefined) return found;
  if (found.width === 0 || found.height === 0) return { fault: 'damaged' };
  return found.width > maxPixels || found.height > maxPixels ? { fault: 'too-many-pixels' } : found;
};
