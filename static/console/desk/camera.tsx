import { useEffect, useRef, useState } from 'preact/hooks';
import * as d from '../texts/desk';
import { openPictureReader } from './read-picture';

/** Whether pages get the camera of this device. Other devices have scanners that type, and names. */
export const canScan = (): boolean => 'mediaDevices' in navigator;

/** How often a picture is looked at. */
const lookMs = 200;

/** The picture of the camera, until a code is seen in it. */
export const Camera = ({ onCode }: { onCode: (text: string) => void }) => {
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const begin = async () => {
      const reader = openPictureReader();
      // It is waited for below, once there is a picture.
      reader.catch(() => undefined);
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver || !video.current) return end();
      video.current.srcObject = stream;
      await video.current.play();
      const read = await reader;
      const look = async () => {
        const text = video.current ? await read(video.current) : undefined;
        if (isOver) return;
        if (text !== undefined) return onCode(text);
        timer = setTimeout(look, lookMs);
      };
      await look();
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
