import { qrCode, qrPath, qrSide } from './qr-code';

/** Around a code, so many modules are left free. */
const quiet = 4;
const whole = qrSide + 2 * quiet;

/** A QR code as a picture. `label`: what it is for, for people who do not see it. */
export const QrPicture = ({ text, label }: { text: string; label: string }) => (
  <svg class="qr-code" viewBox={`${-quiet} ${-quiet} ${whole} ${whole}`} role="img" aria-label={label}>
    <path d={qrPath(qrCode(text))} />
  </svg>
);
