import decodeQR from 'qr/decode.js';

/** A picture as a canvas has it: four bytes a pixel. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** How long one picture may take on a slow phone, when it is not read at once. */
const tryMs = 100;

/** The text of the QR code in a picture. Undefined: there is none, or it cannot be read. */
export const decodePicture = (picture: Picture): string | undefined => {
  try {
    return decodeQR(picture, { format: 'RGBA', timeLimit: tryMs });
  } catch {
    // The library throws for each picture without a code: most are.
    return undefined;
  }
};
