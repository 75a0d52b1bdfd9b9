import { useEffect, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { pollSeconds } from '../http/backoff';
import { ForgetHere } from '../page/forget-here';
import { Heading } from '../page/heading';
import { givingPage } from '../page/lazy-page';
import { LinkForm } from '../page/link-form';
import { LoadFailed, Loading } from '../page/problem-screen';
import { api } from '../page/services';
import { useLoaded } from '../page/use-loaded';
import { useToken } from '../page/use-token';
import type { Decided } from '../registration/outcome/confirmation';
import { NotRegistered } from '../registration/outcome/not-registered';
import * as changeTexts from '../texts/changes';
import * as later from '../texts/later';
import * as t from '../texts/page';
import { ConfirmedRegistration } from './confirmed-registration';
import { Credit } from './defer';
import { LazyReceipt } from './lazy-receipt';
import { ReceiptLink } from './receipt-link';
import { ResultName } from './result-name';
import { StillCollecting } from './still-collecting';

const ShortOutcome = givingPage((pages) => pages.shortOutcome);
const DonorName = givingPage((pages) => pages.donorName);

/** Runners who had a spot keep their receipts, their fundraiser and their name in results, also when somebody else has the spot now. */
const hadSpot: ReadonlySet<Decided['status']> = new Set(['cancelled', 'deferred', 'transferred']);

const Processing = ({ pollAfter, again }: { pollAfter: number; again: () => void }) => {
  useEffect(() => {
    const timer = setTimeout(again, pollSeconds(pollAfter, Math.random()) * 1000);
    return () => clearTimeout(timer);
  });
  return (
    <section class="sheet notice-sheet">
      <Heading>{changeTexts.onItsWay}</Heading>
      <p>{changeTexts.beingDecided}</p>
      <progress class="wait" aria-label={t.finishingWaiting} />
    </section>
  );
};

const Broken = () => (
  <LinkForm title={later.linkBrokenTitle}>
    <p>{later.linkBroken}</p>
  </LinkForm>
);

const Shown = ({ registrationId, token }: { registrationId: string; token: string }) => {
  const { query } = useLocation();
  const [round, setRound] = useState(0);
  const [since] = useState(Date.now);
  const [changed, setChanged] = useState<Decided>();
  const loaded = useLoaded(`${registrationId} ${token} ${round}`, () =>
    api.status(registrationId, token, { retries: 3, waited: (Date.now() - since) / 1000 }),
  );
  if (loaded.kind === 'reading') return <Loading what="registration" />;
  if (loaded.kind === 'failed') {
    const { failure } = loaded;
    const isRefused = failure.kind === 'problem' && (failure.name === 'not-yours' || failure.name === 'not-found');
    return isRefused ? <Broken /> : <LoadFailed failure={failure} again={loaded.again} what="registration" />;
  }
  const status = changed ?? loaded.value;
  if (status.status === 'processing')
    return <Processing pollAfter={status.pollAfter} again={() => setRound(round + 1)} />;
  if (status.eventKind)
    return (
      <ShortOutcome key={status.status} status={status} hasMail>
        {status.status !== 'payment-failed' && <DonorName raceId={status.raceId} {...{ registrationId, token }} />}
        <div class="actions">
          <a class="button button-quiet" href={`/races/${status.raceId}`}>
            {changeTexts.seeRace}
          </a>
        </div>
      </ShortOutcome>
    );
  if (status.status === 'confirmed')
    return (
      <ConfirmedRegistration
        status={status}
        token={token}
        onChanged={setChanged}
        onLookAgain={() => setRound(round + 1)}
      />
    );
  const isChanging = query.step === 'collect';
  const still = hadSpot.has(status.status) && (
    <StillCollecting raceId={status.raceId} {...{ registrationId, token, isChanging }} />
  );
  if (still && isChanging) return still;
  return (
    <NotRegistered key={status.status} status={status}>
      {status.status === 'deferred' && <Credit registrationId={registrationId} token={token} />}
      {still}
      {hadSpot.has(status.status) && <ResultName {...{ registrationId, token }} isOver />}
      <div class="actions">
        {hadSpot.has(status.status) && <ReceiptLink registrationId={registrationId} />}
        <a class="button button-quiet" href={`/races/${status.raceId}`}>
          {changeTexts.seeRace}
        </a>
      </div>
    </NotRegistered>
  );
};

/** A registration, opened by the link in its mail. */
export const RegistrationPage = () => {
  const { params } = useRoute();
  const { query } = useLocation();
  const registrationId = params.registrationId ?? '';
  const token = useToken('registrations', registrationId);
  return (
    <div class="narrow">
      {token && query.step === 'receipt' && (
        <LazyReceipt
          key={`receipt ${registrationId} ${token}`}
          {...{ registrationId, token, broken: <Broken />, stayHref: `/registrations/${registrationId}` }}
        />
      )}
      {token && query.step !== 'receipt' && (
        <Shown key={`${registrationId} ${token}`} registrationId={registrationId} token={token} />
      )}
      {!token && (
        <LinkForm title={later.linkNeededTitle}>
          <p>{later.linkNeeded}</p>
        </LinkForm>
      )}
      <ForgetHere />
    </div>
  );
};

/** The page that sends the links again. */
export const LinkPage = () => (
  <div class="narrow">
    <LinkForm title={later.linkAgainTitle}>
      <p>{later.linkAgain}</p>
    </LinkForm>
  </div>
);
