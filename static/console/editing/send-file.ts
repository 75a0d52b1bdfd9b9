import type { Answered, Failure } from '../http/ask';
import { at, call } from '../http/call';

export interface KeptFile {
  readonly file: string;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
}

/** Pixels on either side, and bytes, as the server takes them: lambdas/uploads/file-types.ts. */
const maxPixels = 1600;
const maxPictureBytes = 2_000_000;
export const maxDocumentBytes = 10_000_000;

/** The time that a slow line needs for the largest file. */
const sendingMs = 120_000;

/**
 * Draws a picture again, not larger than it may be. So what the file had besides the picture is gone: where it was taken, and by
 * which camera. Undefined: the browser can read no picture in it.
 */
export const redrawn = async (file: Blob): Promise<Blob | undefined> => {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  const scale = Math.min(1, maxPixels / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  for (const quality of [0.85, 0.6, 0.3]) {
    // A browser that cannot write WebP writes PNG.
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', quality));
    if (blob && blob.size <= maxPictureBytes) return blob;
  }
  return undefined;
};

/** Sends a file to the bucket, and has the server look at it. */
export const sendFile = async (raceId: string, file: Blob): Promise<Answered<KeptFile>> => {
  const bytes = await file.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const url = at`/races/${raceId}/uploads`;
  const asked = await call<{ uploadId: string; url: string; fields: Readonly<Record<string, string>> }>({
    method: 'POST',
    url,
    body: { type: file.type, bytes: file.size, sha256 },
  });
  if (asked.kind !== 'ok') return asked;
  const form = new FormData();
  for (const [name, value] of Object.entries(asked.value.fields)) form.append(name, value);
  // The bucket reads no field after the file.
  form.append('file', new Blob([bytes]));
  const failure = await post(asked.value.url, form);
  if (failure) return failure;
  return call<KeptFile>({
    method: 'PUT',
    url: `${url}/${asked.value.uploadId}/completion`,
    body: {},
    timeoutMs: 30_000,
  });
};

const post = async (url: string, body: FormData): Promise<Failure | undefined> => {
  const timeout = AbortSignal.timeout(sendingMs);
  try {
    const response = await fetch(url, { method: 'POST', body, credentials: 'omit', signal: timeout });
    return response.ok ? undefined : { kind: 'unreadable' };
  } catch {
    return { kind: timeout.aborted ? 'timeout' : 'network' };
  }
};
