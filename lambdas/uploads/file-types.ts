/** What directors may upload, by content type. The ends of names say the type, because a file is named by its content. */
export const fileTypes = {
  'image/webp': { end: 'webp', maxBytes: 2_000_000 },
  'image/png': { end: 'png', maxBytes: 2_000_000 },
  'image/jpeg': { end: 'jpg', maxBytes: 2_000_000 },
  'application/pdf': { end: 'pdf', maxBytes: 10_000_000 },
} as const;

export type FileType = keyof typeof fileTypes;

/** Pixels on either side. A browser needs four bytes for each pixel, however few bytes the file has. */
export const maxPixels = 1600;

/** Why a file is not taken. */
export type FileFault =
  /** Its bytes are no file of its type, or something comes before or after it. */
  | 'damaged'
  /** It has more than a picture: a place, a camera, a text, another picture. */
  | 'has-more'
  | 'too-many-pixels';

/** What the bytes of a file say. Pictures have a size. */
export type LookedAt =
  | { readonly type: FileType; readonly width?: number | undefined; readonly height?: number | undefined }
  | { readonly fault: FileFault };

export const mediaFolder = 'media/';

/** The name of a file: the SHA-256 of its bytes. */
export const mediaName = (sha256: string, type: FileType): string => `${sha256}.${fileTypes[type].end}`;
