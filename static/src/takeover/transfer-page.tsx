import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { TransferStatus } from '../../../lambdas/api/messages/changes';
import { lazyApi } from '../page/lazy-services';
import { LinkForm } from '../page/link-form';
import { NextActions } from '../page/next-actions';
import { LoadFailed, Loading, ProblemScreen } from '../page/problem-screen';
import { tokenFor } from '../page/tokens';
import { useLoaded } from '../page/use-loaded';
import { useToken } from '../page/use-token';
import { Crumb } from '../race/crumb';
import * as changeTexts from '../texts/changes';
import * as t from '../texts/page';
import { learnTime } from '../time/ticker';
import { FormTakeOver } from './form-take-over';
import { Gone } from './gone';
import { Moved, MoveOffer } from './move-page';
import { PayAgain } from './pay-again';
import { TakeOver } from './take-over';

const NotOpened = () => (
  <ProblemScreen title={changeTexts.noOfferTitle}>
    <p>{changeTexts.noOffer}</p>
    <p>
      <a class="button" href="/">
        {t.seeAllRaces}
      </a>
    </p>
  </ProblemScreen>
);

const Accepted = ({ status }: { status: Extract<TransferStatus, { status: 'accepted' }> }) => {
  const { registrationId, raceId, eventName } = status;
  // The tab that took it over has the link. Whoever else opens this page may have forwarded the mail of the offer.
  if (tokenFor('registrations', registrationId) === undefined)
    return (
      <LinkForm title={changeTexts.takenOverTitle}>
        <p>{changeTexts.takenOverElsewhere(eventName)}</p>
      </LinkForm>
    );
  return (
    <ProblemScreen title={changeTexts.takenOverTitle}>
      <p>{changeTexts.takenOver(eventName)}</p>
      <NextActions raceHref={`/races/${raceId}`}>
        <a class="button" href={`/registrations/${registrationId}`}>
          {changeTexts.openRegistration}
        </a>
      </NextActions>
    </ProblemScreen>
  );
};

const Transfer = ({ transferId, token }: { transferId: string; token: string }) => {
  const { query } = useLocation();
  const [round, setRound] = useState(0);
  const loaded = useLoaded(`${transferId} ${token} ${round}`, async () => {
    const answer = await lazyApi.transfer(transferId, token);
    if (answer.kind === 'ok' && 'now' in answer.value) learnTime(answer.value.now);
    return answer;
  });
  if (loaded.kind === 'reading') return <Loading what="offer" />;
  if (loaded.kind === 'failed') {
    const { failure } = loaded;
    const isRefused = failure.kind === 'problem' && (failure.name === 'not-yours' || failure.name === 'not-found');
    return isRefused ? <NotOpened /> : <LoadFailed failure={failure} again={loaded.again} what="offer" />;
  }
  const status = loaded.value;
  const crumb = <Crumb race={{ id: status.raceId, name: status.raceName }} eventName={status.eventName} />;
  const payAgain = (offer: Extract<TransferStatus, { status: 'moved' | 'accepted' }>) =>
    offer.due && (
      <PayAgain {...{ offer, token }} offerId={transferId} due={offer.due} onLookAgain={() => setRound(round + 1)} />
    );
  switch (status.status) {
    case 'offered':
      return (
        <>
          {crumb}
          {status.form === undefined ? (
            <TakeOver offer={status} token={token} wanted={query.step} />
          ) : (
            <FormTakeOver offer={status} token={token} wanted={query.step} />
          )}
        </>
      );
    case 'move-offered':
      return (
        <>
          {crumb}
          <MoveOffer offer={status} token={token} />
        </>
      );
    case 'moved':
      return (
        <>
          {crumb}
          {payAgain(status) ?? <Moved {...status} />}
        </>
      );
    case 'accepted':
      return (
        <>
          {crumb}
          {payAgain(status) ?? <Accepted status={status} />}
        </>
      );
    case 'gone':
      return (
        <>
          {crumb}
          <Gone {...{ status, token }} />
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
