import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import sheet from '../../style/results.css';
import { LoadFailed, Loading } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import { readSeenRace } from '../race/read-race';
import { searchPage, versionsPage } from './results-href';
import { ResultsPage } from './results-page';
import { RunnerPage } from './runner-page';

type Versions = typeof import('../versions-pages')['versionsPages'];
let versionsHere: Versions | undefined;

/** The script that few people ask for. (What other pages load scripts with would be a name more that travels in the rush.) */
const WithVersions = ({ children }: { children: (pages: Versions) => ComponentChildren }) => {
  const [pages, setPages] = useState<Versions | 'failed' | undefined>(versionsHere);
  useEffect(() => {
    if (versionsHere) return;
    import('../versions-pages').then(
      ({ versionsPages }) => {
        versionsHere = versionsPages;
        setPages(versionsPages);
      },
      () => setPages('failed'),
    );
  }, []);
  if (!pages) return <Loading what="page" />;
  // Browsers remember that a script failed to load. Only a new document asks for it again.
  if (pages === 'failed')
    return <LoadFailed failure={{ kind: 'network' }} again={() => location.reload()} what="page" />;
  return <>{children(pages)}</>;
};

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
        <WithVersions>
          {({ ResultsBoard }) => (
            <ResultsBoard key={`${raceId} ${set}`} race={loaded.value} setId={set} list={query.list} />
          )}
        </WithVersions>
      </div>
    );
  return (
    <div class="column results">
      <link rel="stylesheet" href={sheet} />
      {bib === undefined || set === undefined ? (
        <ResultsPage key={raceId} race={loaded.value} setId={set} />
      ) : bib === versionsPage || bib === searchPage ? (
        <WithVersions>
          {({ VersionHistory, ResultSearch }) => {
            const Page = bib === searchPage ? ResultSearch : VersionHistory;
            return <Page key={set} race={loaded.value} setId={set} />;
          }}
        </WithVersions>
      ) : (
        <RunnerPage key={`${raceId} ${set} ${bib}`} race={loaded.value} setId={set} typed={bib} />
      )}
    </div>
  );
};
