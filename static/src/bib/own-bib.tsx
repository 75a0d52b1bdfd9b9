import type { OwnBibMessage } from '../../../lambdas/api/messages/race-day/bibs';
import * as t from '../texts/changes';
import { qrCode, qrPath, qrSide } from './qr-code';

/** Around a code, so many modules are left free. */
const quiet = 4;
const whole = qrSide + 2 * quiet;

/** What a runner shows when they come to get their bib. */
export const OwnBib = ({ bib, givesBibs, isCheckedIn, code }: OwnBibMessage) => (
  <section class="own-bib" aria-labelledby="own-bib">
    <h2 id="own-bib">{t.bibTitle}</h2>
    {givesBibs && bib === undefined && <p>{t.bibLater}</p>}
    {isCheckedIn ? (
      <p role="status">{t.bibGot}</p>
    ) : (
      <>
        <p>{t.bibCode}</p>
        <svg class="qr-code" viewBox={`${-quiet} ${-quiet} ${whole} ${whole}`} role="img" aria-label={t.bibCodeImage}>
          <path d={qrPath(qrCode(code))} />
        </svg>
      </>
    )}
  </section>
);
