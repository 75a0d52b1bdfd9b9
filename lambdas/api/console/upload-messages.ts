import * as v from 'valibot';

/** A file that a browser wants to send. `sha256`: of its bytes, in hex. */
export const uploadAsked = v.pipe(
  v.strictObject({
    type: v.picklist(['image/webp', 'image/png', 'image/jpeg', 'application/pdf']),
    bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000)),
    sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
  v.forward(
    v.check(({ type, bytes }) => type === 'application/pdf' || bytes <= 2_000_000, 'too-large-file'),
    ['bytes'],
  ),
);

/** What the browser sends as a form, with the file as its last field. */
export interface UploadMessage {
  readonly uploadId: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A file that is kept: its name below `/media/`. Pictures have a size. */
export interface KeptFileMessage {
  readonly file: string;
  readonly type: string;
  readonly bytes: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}
