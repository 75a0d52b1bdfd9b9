import { useLocation, useRoute } from 'preact-iso/router';
import sheet from '../../style/feed.css';
import { LoadFailed, Loading } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import { readSeenRace } from '../race/read-race';
import { Board } from './board-page';
import { LivePage } from './live-page';

/** The live page of a race; with `?show=board` for a screen on a wall. */
export const LivePages = () => {
  const { raceId = '' } = useRoute().params;
  const { show } = useLocation().query;
  const loaded = useLoaded(raceId, () => readSeenRace(raceId));
  if (loaded.kind === 'reading') return <Loading what="race" />;
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="race" />;
  return (
    <div class={show === 'board' ? 'feed feed-board' : 'column feed'}>
      <link rel="stylesheet" href={sheet} />
      {show === 'board' ? <Board key={raceId} race={loaded.value} /> : <LivePage key={raceId} race={loaded.value} />}
    </div>
  );
};
