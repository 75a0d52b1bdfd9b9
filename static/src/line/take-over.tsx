import { useState } from 'preact/hooks';
import { passMessage } from '../../../lambdas/api/messages/line';
import { at, ofSession } from '../http/api';
import { announce } from '../page/announce';
import { request } from '../page/services';
import * as t from '../texts/line';

const shape = /^#line=([\w.-]{1,100})$/;

/** The place of another device that this page was opened with. */
export const placeInAddress = (): string | undefined => shape.exec(location.hash)?.[1];

interface TakeOverProps {
  readonly raceId: string;
  readonly token: string;
  /** They have decided. */
  readonly onDone: () => void;
}

/** Whoever opens the link of another device decides: it may be somebody else's, and a place of their own is given up. */
export const TakeOver = ({ raceId, token, onDone }: TakeOverProps) => {
  const [failed, setFailed] = useState<'ended' | 'again'>();
  const [isAsking, setAsking] = useState(false);
  const take = async () => {
    setAsking(true);
    const answer = await request({
      method: 'POST',
      url: at`/api/races/${raceId}/line/pass/take`,
      body: { token },
      schema: passMessage,
      ...ofSession,
    });
    setAsking(false);
    if (answer.kind === 'ok') return onDone();
    const why = answer.kind === 'problem' && answer.name === 'move-ended' ? 'ended' : 'again';
    setFailed(why);
    announce(t.takeFailed[why]);
  };
  return (
    <section class="note line-box" aria-labelledby="line">
      <h2 id="line">{t.takeTitle}</h2>
      <p>{failed ? t.takeFailed[failed] : t.takeLead}</p>
      <div class="actions">
        {failed !== 'ended' && (
          <button type="button" class="button" disabled={isAsking} onClick={() => void take()}>
            {t.take}
          </button>
        )}
        <button type="button" class="button button-quiet" onClick={onDone}>
          {t.takeNot}
        </button>
      </div>
    </section>
  );
};
