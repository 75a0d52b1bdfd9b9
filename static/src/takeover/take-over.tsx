import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { today } from '../flow/controller';
import { readRunner } from '../flow/runner';
import { bold } from '../page/marks';
import { money } from '../page/money';
import { Loading } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import { useNow } from '../page/use-value';
import { readSeenRace } from '../race/read-race';
import { RunnerForm } from '../registration/form/runner-form';
import { WaiverForm } from '../registration/form/waiver-form';
import * as changeTexts from '../texts/changes';
import * as t from '../texts/page';
import { writeInstant } from '../time/dates';
import { now } from '../time/ticker';
import { Ended, SpotIsYours } from './ends';
import { PayFee } from './pay-fee';
import { hasBegunToPay } from './use-paying-quote';
import { type OfferedTransfer, useTakingOver } from './use-taking-over';

interface TakeOverProps {
  readonly offer: OfferedTransfer;
  readonly token: string;
  readonly wanted: string | undefined;
}

/** Takes over a spot: the form, the waiver and the result. */
export const TakeOver = ({ offer, token, wanted }: TakeOverProps) => {
  const { registrationId, raceId, raceName, eventName, endsAt, from, fee } = offer;
  const { route } = useLocation();
  const { taking, waiver, dispatch } = useTakingOver(offer, token);
  const race = useLoaded(raceId, () => readSeenRace(raceId));
  const { draft, stage } = taking;
  // Read once, so that the outcome stays on the page.
  const [hasBegun] = useState(() => hasBegunToPay(registrationId));
  const href = `/transfers/${registrationId}`;
  const day = today(now.peek());
  const read = readRunner(draft.typed, day);
  const body =
    read.kind === 'runner' && draft.accepted === waiver.hash
      ? { runner: read.runner, waiver: { hash: waiver.hash, accepted: true as const } }
      : undefined;
  const mayPay = fee !== undefined && stage.kind === 'filling' && (body !== undefined || hasBegun);
  const isPaying = wanted === 'pay' && mayPay;
  const step = (wanted === 'waiver' || isPaying) && read.kind === 'runner' ? 'waiver' : 'runner';
  const faults = stage.kind === 'filling' ? stage.faults : undefined;

  useEffect(() => {
    if (stage.kind === 'filling' && wanted === 'waiver' && step === 'runner') route(href, true);
  }, [wanted, step]);
  useEffect(() => {
    if (faults) route(href);
  }, [faults]);

  const time = useNow();
  if (stage.kind === 'accepted') {
    const { number, runner } = stage;
    return <SpotIsYours key="accepted" {...{ registrationId, raceId, raceName, eventName, number, runner }} />;
  }
  // A runner who paid in time may get the spot after the end of the offer.
  const isOver = stage.kind === 'filling' && !isPaying && time >= Date.parse(endsAt);
  if (stage.kind === 'ended' || isOver) {
    const why = stage.kind === 'ended' ? stage.why : 'change-too-late';
    return (
      <Ended
        {...{ why, raceId }}
        onLookAgain={() => {
          dispatch({ kind: 'went-back' });
          route(href, true);
        }}
      />
    );
  }
  if (stage.kind === 'reading-again') return <Loading what="waiver" />;
  if (isPaying) {
    return (
      <PayFee
        key="pay"
        {...{ offer, token, body }}
        typed={draft.typed}
        onBack={() => route(`${href}?step=waiver`)}
        onNoQuote={(failure) => {
          route(`${href}?step=waiver`, true);
          if (failure) dispatch({ kind: 'not-quoted', failure });
        }}
        onLookAgain={() => route(href, true)}
      />
    );
  }
  if (step === 'waiver' && read.kind === 'runner') {
    return (
      <WaiverForm
        key="waiver"
        waiver={waiver}
        isAccepted={draft.accepted === waiver.hash}
        hasChanged={stage.kind === 'filling' && stage.hasNewWaiver === true}
        changedWords={changeTexts.takeoverWaiverChanged}
        doneWords={fee ? changeTexts.takeoverToPay : changeTexts.takeOver}
        busyWords={stage.kind === 'sending' ? changeTexts.takingOver : undefined}
        failure={stage.kind === 'filling' ? stage.failure : undefined}
        onAnswer={(accepted) => dispatch({ kind: 'waiver-answered', hash: waiver.hash, accepted })}
        onBack={() => route(href)}
        onDone={() => {
          if (fee) route(`${href}?step=pay`);
          else dispatch({ kind: 'sent', runner: read.runner, waiverHash: waiver.hash });
        }}
      />
    );
  }
  return (
    <RunnerForm
      key="runner"
      title={changeTexts.takeoverTitle}
      lead={
        <div class="offered-spot">
          <p class="lead">
            {changeTexts.takeoverLead(bold, from, eventName, raceName, fee && money(fee.amount, fee.currency))}
          </p>
          {race.kind === 'ok' && (
            <p>{changeTexts.takeoverUntil(bold, writeInstant(endsAt, race.value.timeZone).there)}</p>
          )}
          <h2>{t.runnerTitle}</h2>
        </div>
      }
      typed={draft.typed}
      read={read}
      faults={faults ?? {}}
      onType={(field, text) => dispatch({ kind: 'typed', field, text })}
      onClear={() => dispatch({ kind: 'cleared' })}
      onDone={() => route(`${href}?step=waiver`)}
    />
  );
};
