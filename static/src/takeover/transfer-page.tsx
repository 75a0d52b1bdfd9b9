import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { TransferStatus } from '../../../lambdas/api/messages/changes';
import { lazyApi } from '../page/lazy-services';
import { NextActions } from '../page/next-actions';
import { keepToken } from '../page/tokens';
import { LoadFailed, Loading, Trouble } from '../page/trouble';
import { useLoaded } from '../page/use-loaded';
import { useToken } from '../page/use-token';
import { Crumb } from '../race/crumb';
import { learnTime } from '../time/ticker';
import { TakeOver } from './take-over';

const NotOpened = () => (
  <Trouble title="This link does not open an offer">
    <p>It may be incomplete. Open it from the mail once more, or ask who offered you the spot to offer it again.</p>
    <p>
      <a class="button" href="/">
        See all races
      </a>
    </p>
  </Trouble>
);

const Accepted = ({ status }: { status: Extract<TransferStatus, { status: 'accepted' }> }) => {
  const { registrationId, raceId, eventName, link } = status;
  // Stored before the runner can press the link below.
  useEffect(() => keepToken('registrations', registrationId, link), [registrationId, link]);
  return (
    <Trouble title="This spot was taken over">
      <p>The spot in {eventName} has been taken over by this link. Your number is on the registration.</p>
      <NextActions raceHref={`/races/${raceId}`}>
        <a class="button" href={`/registrations/${registrationId}`}>
          Open the registration
        </a>
      </NextActions>
    </Trouble>
  );
};

const Transfer = ({ transferId, token }: { transferId: string; token: string }) => {
  const { query } = useLocation();
  const loaded = useLoaded(`${transferId} ${token}`, async () => {
    const answer = await lazyApi.transfer(transferId, token);
    if (answer.kind === 'ok' && answer.value.status === 'offered') learnTime(answer.value.now);
    return answer;
  });
  if (loaded.kind === 'reading') return <Loading what="the offer" />;
  if (loaded.kind === 'failed') {
    const { failure } = loaded;
    const isRefused = failure.kind === 'problem' && (failure.name === 'not-yours' || failure.name === 'not-found');
    return isRefused ? <NotOpened /> : <LoadFailed failure={failure} again={loaded.again} what="offer" />;
  }
  const status = loaded.value;
  const crumb = <Crumb race={{ id: status.raceId, name: status.raceName }} eventName={status.eventName} />;
  switch (status.status) {
    case 'offered':
      return (
        <>
          {crumb}
          <TakeOver offer={status} token={token} wanted={query.step} />
        </>
      );
    case 'accepted':
      return (
        <>
          {crumb}
          <Accepted status={status} />
        </>
      );
    case 'gone':
      return (
        <>
          {crumb}
          <Trouble title="This spot is no longer offered">
            <p>
              It was taken back, given back to the race, or its time is over. Ask who wrote to you; they may offer it
              again.
            </p>
            <NextActions raceHref={`/races/${status.raceId}`} />
          </Trouble>
        </>
      );
  }
};

/** The offer of a spot, opened by the link in the mail. */
export const TransferPage = () => {
  const { params } = useRoute();
  const transferId = params.transferId ?? '';
  const token = useToken('transfers', transferId);
  return (
    <div class="narrow">
      {token ? <Transfer key={`${transferId} ${token}`} transferId={transferId} token={token} /> : <NotOpened />}
    </div>
  );
};
