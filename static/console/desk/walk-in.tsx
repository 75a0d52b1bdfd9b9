import type { RaceDetailsMessage } from '../../../lambdas/api/console/messages';
import { qrBytes } from '../../src/bib/qr-code';
import { QrPicture } from '../../src/bib/qr-picture';
import * as d from '../texts/desk';

interface WalkInProps {
  readonly race: RaceDetailsMessage;
  /** The list is read again, because they are registered now. */
  readonly onDone: () => void;
}

/**
 * Somebody who comes without a registration. They register as everybody does, for a spot and for money, and on their own phone:
 * no card is typed on the device of the desk, and no entry of one runner waits there for the next.
 */
export const WalkIn = ({ race: { id, state }, onDone }: WalkInProps) => {
  const address = `${location.origin}/races/${encodeURIComponent(id)}`;
  return (
    <details class="desk-part">
      <summary>{d.walkIn.title}</summary>
      {state === 'open' ? (
        <>
          <p>{d.walkIn.words}</p>
          {new TextEncoder().encode(address).length <= qrBytes && <QrPicture text={address} label={d.walkIn.code} />}
          <p>
            <a href={address}>{address}</a>
          </p>
          <p>{d.walkIn.afterwards}</p>
        </>
      ) : (
        <p>{d.walkIn.closed}</p>
      )}
      <button type="button" class="button button-quiet" onClick={onDone}>
        {d.walkIn.done}
      </button>
    </details>
  );
};
