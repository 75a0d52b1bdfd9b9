/** Finds a QR code in the present picture of a video, and says its text. */
export type PictureReader = (video: HTMLVideoElement) => Promise<string | undefined>;

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const format = 'qr_code';

/** By the browser where it can, which is faster; otherwise by a script, which only those load. Throws when that cannot be loaded. */
export const openPictureReader = async (): Promise<PictureReader> => {
  const Class = (globalThis as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector;
  // Some browsers have the class and can read nothing.
  const formats: readonly string[] = (await Class?.getSupportedFormats().catch(() => [])) ?? [];
  if (Class && formats.includes(format)) {
    const detector = new Class({ formats: [format] });
    return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue;
  }
  const { decodePicture } = await import('./decode-picture');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const { videoWidth, videoHeight } = video;
    const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight, 1));
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
    if (!context || width * height === 0) return undefined;
    Object.assign(canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    return decodePicture(context.getImageData(0, 0, width, height));
  };
};

/** In pixels. A code of 45 modules that fills half of it has nine pixels a module. */
const longestSide = 800;
