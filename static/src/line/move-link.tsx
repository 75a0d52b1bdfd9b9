import type { MoveMessage } from '../../../lambdas/api/messages/line';
import { qrBytes } from '../bib/qr-code';
import { QrPicture } from '../bib/qr-picture';
import * as t from '../texts/line';
import { timeThere } from '../time/time-there';

/** The link to a place in the line, to be read by another device. */
export const MoveLink = ({ move, timeZone }: { readonly move: MoveMessage; readonly timeZone: string }) => (
  <div class="line-move">
    <p>{t.moveLead(timeThere(move.expiresAt, timeZone))}</p>
    {new TextEncoder().encode(move.link).length <= qrBytes && <QrPicture text={move.link} label={t.moveImage} />}
    <p class="line-link">
      <a href={move.link}>{move.link}</a>
    </p>
  </div>
);
