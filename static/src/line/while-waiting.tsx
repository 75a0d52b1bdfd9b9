import { useEffect, useState } from 'preact/hooks';
import { type MoveMessage, moveMessage } from '../../../lambdas/api/messages/line';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { at, ofSession } from '../http/api';
import { announce } from '../page/announce';
import { pagesOf } from '../page/lazy-page';
import { request } from '../page/services';
import * as t from '../texts/line';

const { page: movePage } = pagesOf(() => import('../move-link-pages').then(({ moveLinkPages }) => moveLinkPages));
const MoveLink = movePage((pages) => pages.MoveLink);

/** A link with which another device has the same place. */
export const OtherDevice = ({ race }: { readonly race: RaceMessage }) => {
  const [move, setMove] = useState<MoveMessage | 'failed'>();
  const ask = async () => {
    const answer = await request({
      method: 'POST',
      url: at`/api/races/${race.id}/line/pass/move`,
      schema: moveMessage,
      ...ofSession,
    });
    setMove(answer.kind === 'ok' ? answer.value : 'failed');
    announce(answer.kind === 'ok' ? t.moveReady : t.moveFailed);
  };
  return (
    <>
      <button type="button" class="plain" onClick={() => void ask()}>
        {t.otherDevice}
      </button>
      {move === 'failed' && <p>{t.moveFailed}</p>}
      {move && move !== 'failed' && <MoveLink move={move} timeZone={race.timeZone} />}
    </>
  );
};

/** On a phone nothing runs behind other pages, so a promise to tell could not be kept. A screen that is touched may be one. */
const canTell = () =>
  typeof Notification !== 'undefined' && Notification.permission !== 'denied' && navigator.maxTouchPoints === 0;

/** Tells by the system when it is somebody's turn, if they asked for that. `news`: what, once there is something to tell. */
export const TellMe = ({ news, race }: { readonly news: string | undefined; readonly race: string }) => {
  const [state, setState] = useState<'offered' | 'on' | 'refused'>('offered');
  useEffect(() => {
    if (state === 'on' && news !== undefined && document.hidden) new Notification(news, { body: race, tag: 'line' });
  }, [news]);
  if (state === 'refused') return <p role="status">{t.tellRefused}</p>;
  if (state === 'on') return news === undefined ? <p role="status">{t.tellOn}</p> : null;
  if (news !== undefined || !canTell()) return null;
  const ask = async () => setState((await Notification.requestPermission()) === 'granted' ? 'on' : 'refused');
  return (
    <button type="button" class="plain" onClick={() => void ask()}>
      {t.tellMe}
    </button>
  );
};
