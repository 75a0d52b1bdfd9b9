import { useLocation, useRoute } from 'preact-iso/router';
import sheet from '../../style/results.css';
import { pagesOf } from '../page/lazy-page';
import { LoadFailed, Loading } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import { readSeenRace } from '../race/read-race';
import { versionsPage } from './results-href';
import { ResultsPage } from './results-page';
import { RunnerPage } from './runner-page';

const { page } = pagesOf(() => import('../versions-pages').then(({ versionsPages }) => versionsPages));
const VersionHistory = page((pages) => pages.VersionHistory);
const ResultsBoard = page((pages) => pages.ResultsBoard);

/** Every page of results: the lists of a race, or one of its runners. */
export const ResultsPages = () => {
  const { params } = useRoute();
  const { query } = useLocation();
  const { raceId = '', set = query.set, bib } = params;
  const loaded = useLoaded(raceId, () => readSeenRace(raceId));
  if (loaded.kind === 'reading') return <Loading what="race" />;
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="race" />;
  if (query.show === 'board' && bib === undefined)
    return (
      <div class="results results-board">
        <link rel="stylesheet" href={sheet} />
        <ResultsBoard key={`${raceId} ${set}`} race={loaded.value} setId={set} list={query.list} />
      </div>
    );
  return (
    <div class="column results">
      <link rel="stylesheet" href={sheet} />
      {bib === undefined || set === undefined ? (
        <ResultsPage key={raceId} race={loaded.value} setId={set} />
      ) : bib === versionsPage ? (
        <VersionHistory key={set} race={loaded.value} setId={set} />
      ) : (
        <RunnerPage key={`${raceId} ${set} ${bib}`} race={loaded.value} setId={set} typed={bib} />
      )}
    </div>
  );
};
