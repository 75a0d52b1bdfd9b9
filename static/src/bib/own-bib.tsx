import type { OwnBibMessage } from '../../../lambdas/api/messages/race-day/bibs';
import * as t from '../texts/changes';
import { QrPicture } from './qr-picture';

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
        <QrPicture text={code} label={t.bibCodeImage} />
      </>
    )}
  </section>
);
