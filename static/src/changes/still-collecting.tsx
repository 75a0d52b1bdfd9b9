import { givingPage } from '../page/lazy-page';
import { LoadFailed, Loading, NotFound } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import { readRace } from '../race/read-race';

const Collect = givingPage((pages) => pages.collect);
const CollectLink = givingPage((pages) => pages.collectLink);
const DonorName = givingPage((pages) => pages.donorName);

interface StillCollectingProps {
  readonly raceId: string;
  readonly registrationId: string;
  readonly token: string;
  readonly isChanging: boolean;
}

/**
 * The fundraiser of a runner who gave the spot back or passed it on. It stays, with their name, and they can close it. What they gave to
 * another one stays, too.
 */
export const StillCollecting = ({ raceId, registrationId, token, isChanging }: StillCollectingProps) => {
  const loaded = useLoaded(raceId, () => readRace(raceId));
  const race = loaded.kind === 'ok' && loaded.value.form !== undefined ? loaded.value : undefined;
  const stayHref = `/registrations/${registrationId}`;
  if (!isChanging)
    return race ? (
      <>
        <CollectLink {...{ race, registrationId, token }} href={`${stayHref}?step=collect`} isOver />
        <DonorName {...{ raceId, registrationId, token }} />
      </>
    ) : null;
  if (loaded.kind === 'reading') return <Loading what="page" />;
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="page" />;
  return race ? <Collect {...{ race, registrationId, token, stayHref }} /> : <NotFound />;
};
