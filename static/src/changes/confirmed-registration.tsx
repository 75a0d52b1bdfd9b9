import { useLocation } from 'preact-iso/router';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { readOwnBib } from '../bib/bib-api';
import { OwnBib } from '../bib/own-bib';
import { givingPage } from '../page/lazy-page';
import { Loading } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import { readRace } from '../race/read-race';
import { Confirmation, type Confirmed, type Decided, isInTeam } from '../registration/outcome/confirmation';
import { OwnTeam } from '../team/lazy-team';
import * as changeTexts from '../texts/changes';
import * as t from '../texts/page';
import { now } from '../time/ticker';
import { Defer } from './defer';
import { GiveBack } from './give-back';
import { PassOn } from './pass-on';
import { mayStill } from './policy';
import { ReceiptLink } from './receipt-link';
import { ResultName } from './result-name';
import { Unpaid } from './unpaid';
import { keepTransfer } from './use-passing-on';
import { WhatCanChange } from './what-can-change';

interface ConfirmedRegistrationProps {
  readonly status: Confirmed;
  readonly token: string;
  readonly onChanged: (status: Decided) => void;
  readonly onLookAgain: () => void;
}

const Collect = givingPage((pages) => pages.collect);
const CollectLink = givingPage((pages) => pages.collectLink);
const DonorName = givingPage((pages) => pages.donorName);

type Step = 'give-back' | 'defer' | 'pass-on' | 'collect';

/** The step in the address, if the race allows it. The server decides whether it is too late. */
const stepOf = (
  wanted: string | undefined,
  { payment }: Confirmed,
  { changes, form }: RaceMessage,
  isCheckedIn: boolean,
): Step | undefined => {
  if (payment !== 'captured') return undefined;
  const time = now.peek();
  if (wanted === 'collect' && form !== undefined) return wanted;
  if (isCheckedIn) return undefined;
  if (wanted === 'give-back' && mayStill(changes.cancelUntil, time) === 'yes') return wanted;
  if (wanted === 'defer' && mayStill(changes.deferUntil, time) === 'yes') return wanted;
  return wanted === 'pass-on' && mayStill(changes.transferUntil, time) === 'yes' ? wanted : undefined;
};

/** Whether this runner paid anything: the receipt of a group is the payer's. */
const hasReceipt = ({ payment, amount, paidByAnother, takenOver, paidBesides }: Confirmed) =>
  payment !== 'failed' && amount > 0 && (paidBesides || !(paidByAnother || takenOver));

const hasDonated = ({ lines = [] }: Confirmed) => lines.some(({ kind, amount }) => kind === 'donation' && amount > 0);

/** A confirmed registration, and what the runner can do if they cannot run. */
export const ConfirmedRegistration = ({ status, token, onChanged, onLookAgain }: ConfirmedRegistrationProps) => {
  const { query, route } = useLocation();
  const { registrationId, raceId, raceName, eventId, eventName } = status;
  const about = { registrationId, raceId, raceName, eventId, eventName };
  const loaded = useLoaded(raceId, () => readRace(raceId));
  const ownBib = useLoaded(registrationId, () => readOwnBib(registrationId, token));
  const bib = ownBib.kind === 'ok' ? ownBib.value : undefined;
  const stayHref = `/registrations/${registrationId}`;
  const hrefOf = (step: Step) => `${stayHref}?step=${step}`;
  const race = loaded.kind === 'ok' ? loaded.value : undefined;
  // Until one of the two is read, the number of the spot may be nobody's bib.
  const isPlain = bib ? !bib.givesBibs : race !== undefined && !race.bibs;
  const worn = isPlain ? status.number : bib?.bib;
  const isCheckedIn = bib?.isCheckedIn === true;
  const step = race ? stepOf(query.step, status, race, isCheckedIn) : undefined;
  const kept = keepTransfer(registrationId).read();
  // An offer that this browser made a moment ago may not be in the replica that the status was read from.
  const offeredTo = status.transfer?.recipient.firstName ?? (kept?.isOffered ? kept.recipient.firstName : undefined);

  if (query.step && loaded.kind === 'reading') return <Loading what="registration" />;
  if (race && step === 'give-back') {
    return (
      <GiveBack
        key={step}
        {...{ race, status, worn, token, offeredTo, stayHref, onLookAgain }}
        onDone={({ refund, currency }) => {
          keepTransfer(registrationId).write(undefined);
          onChanged({ ...about, status: 'cancelled', refund, currency });
          route(stayHref, true);
        }}
      />
    );
  }
  if (race && step === 'defer') {
    return (
      <Defer
        key={step}
        {...{ race, status, worn, token, offeredTo, stayHref, onLookAgain }}
        onDone={() => {
          keepTransfer(registrationId).write(undefined);
          onChanged({ ...about, status: 'deferred' });
          route(stayHref, true);
        }}
      />
    );
  }
  if (race && step === 'collect') return <Collect key={step} {...{ race, registrationId, token, stayHref }} />;
  if (race && step === 'pass-on') return <PassOn key={step} {...{ race, status, token, stayHref, onChanged }} />;
  const isChangeable = status.payment === 'captured' || status.payment === 'authorised';
  const stays = race?.cancelled ? changeTexts.raceCancelledWords : isCheckedIn ? changeTexts.checkedInStays : undefined;
  return (
    <Confirmation key="outcome" status={status} worn={isPlain ? undefined : (worn ?? t.bibNone)} hasMail>
      <Unpaid {...status} />
      {bib && <OwnBib own={bib} token={token} />}
      {!bib && race?.bibs && <p>{changeTexts.bibLater}</p>}
      {isInTeam(status) && <OwnTeam {...status} token={token} />}
      {isChangeable && (
        <section class="changes" aria-labelledby="changes">
          <h2 id="changes">{race?.cancelled ? changeTexts.raceCancelled : changeTexts.cannotRun}</h2>
          {stays ? <p>{stays}</p> : race && <WhatCanChange {...{ race, status, offeredTo, hrefOf }} />}
          {loaded.kind === 'reading' && <p class="quiet">{changeTexts.readingRules}</p>}
          {loaded.kind === 'failed' && (
            <p>
              {changeTexts.rulesUnread}
              <button type="button" class="plain" onClick={loaded.again}>
                {' '}
                {t.tryAgain}{' '}
              </button>
            </p>
          )}
        </section>
      )}
      {race?.form !== undefined && status.payment === 'captured' && (
        <CollectLink {...{ race, registrationId, token }} href={hrefOf('collect')} />
      )}
      {hasDonated(status) && <DonorName {...{ raceId, registrationId, token }} />}
      {bib && <ResultName {...{ registrationId, token }} isWithheld={bib.isNameWithheld === true} />}
      <div class="actions">
        {hasReceipt(status) && <ReceiptLink registrationId={registrationId} />}
        <a class="button button-quiet" href={`/races/${raceId}`}>
          {changeTexts.seeRace}
        </a>
      </div>
    </Confirmation>
  );
};
