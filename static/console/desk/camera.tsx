import { useEffect, useRef, useState } from 'preact/hooks';
import * as d from '../texts/desk';

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = new (options: { readonly formats: readonly string[] }) => Detector;

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Whether this browser reads QR codes. Others have scanners that type, and names. */
export const canScan = (): boolean => detectorClass() !== undefined && 'mediaDevices' in navigator;

/** How often a picture is looked at. */
const lookMs = 200;

/** The picture of the camera, until a code is seen in it. */
export const Camera = ({ onCode }: { onCode: (text: string) => void }) => {
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const Class = detectorClass();
    if (!Class) return;
    const detector = new Class({ formats: ['qr_code'] });
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      const [seen] = video.current ? await detector.detect(video.current).catch(() => []) : [];
      if (isOver) return;
      if (seen) return onCode(seen.rawValue);
      timer = setTimeout(look, lookMs);
    };
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver || !video.current) return end();
      video.current.srcObject = stream;
      await video.current.play();
      await look();
    };
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    begin().catch(() => isOver || setRefused(true));
    return end;
  }, []);
  if (isRefused)
    return (
      <p class="note note-bad" role="alert">
        {d.find.cameraRefused}
      </p>
    );
  return <video class="desk-camera" ref={video} muted playsInline aria-label={d.find.cameraTitle} />;
};
