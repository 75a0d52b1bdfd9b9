import { useState } from 'preact/hooks';
import type { Deferral, RegistrationDeferred } from '../../../lambdas/api/messages/deferrals';
import type { Failure } from '../http/failure';
import { Heading } from '../page/heading';
import { lazyApi } from '../page/lazy-services';
import { bold } from '../page/marks';
import { money } from '../page/money';
import { failureWords, LoadFailed, Loading } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import { SendingNote, useSending } from '../page/use-sending';
import * as changeTexts from '../texts/changes';
import { writeDay, writeInstant } from '../time/dates';
import { type GivingUpProps, StillRegistered } from './giving-up';

type Offered = Extract<Deferral, { status: 'offered' }>;
type Terms = Pick<Offered, 'worth' | 'fee'>;

interface DeferProps extends GivingUpProps {
  readonly onDone: () => void;
}

const isFinal = (failure: Failure): boolean =>
  failure.kind === 'problem' &&
  ['change-too-late', 'dispute-open', 'no-spot', 'deferred-before'].includes(failure.name);

const Refused = ({ failure, ...props }: DeferProps & { readonly failure: Failure }) => (
  <StillRegistered {...props} title={changeTexts.notDeferred}>
    {failureWords(failure)}
  </StillRegistered>
);

const newTerms = (failure: Failure | undefined): Terms | undefined =>
  failure?.kind === 'problem' && failure.name === 'terms-changed' ? (failure.terms as Terms) : undefined;

const Agree = (props: DeferProps & { readonly offered: Offered }) => {
  const { race, status, worn, offered, token, offeredTo, stayHref, onDone } = props;
  const { registrationId, eventName } = status;
  const { currency, series, creditUntil } = offered;
  const [shown, setShown] = useState<Terms>(offered);
  const { sending, send } = useSending();
  const failure = sending.kind === 'failed' ? sending.failure : undefined;
  if (failure && isFinal(failure)) return <Refused {...props} failure={failure} />;
  const hasChanged = newTerms(failure) !== undefined;
  const isSending = sending.kind === 'sending';
  const defer = () =>
    send(async () => {
      const answer = await lazyApi.defer(registrationId, token, { worth: shown.worth, fee: shown.fee });
      const changed = newTerms(answer.kind === 'ok' ? undefined : answer);
      if (changed) setShown(changed);
      return answer;
    }, onDone);
  const until = (instant: string) => writeInstant(instant, race.timeZone).there;
  return (
    <section key={hasChanged ? 'changed' : 'asked'} class="sheet notice-sheet">
      <Heading>{hasChanged ? changeTexts.termsChanged : changeTexts.deferTitle}</Heading>
      {hasChanged && <p>{changeTexts.rulesChanged}</p>}
      <p>{changeTexts.deferWords(bold, worthOf(shown.worth, currency), series, until(creditUntil), eventName, worn)}</p>
      {shown.worth === 'entry' && <p>{changeTexts.wholeEntry}</p>}
      <p>{shown.fee > 0 ? changeTexts.deferFee(bold, money(shown.fee, currency)) : changeTexts.deferFree}</p>
      <p>{changeTexts.deferNoMoney}</p>
      {offeredTo && <p>{changeTexts.offerEndsToo(offeredTo)}</p>}
      {race.changes.deferUntil && <p class="quiet">{changeTexts.decideUntil(until(race.changes.deferUntil))}</p>}
      <SendingNote failure={hasChanged ? undefined : failure} />
      <div class="actions">
        <button type="button" class="button" aria-disabled={isSending} onClick={() => void defer()}>
          {isSending ? changeTexts.deferring : changeTexts.deferNow}
        </button>
        <a class="button button-quiet" href={stayHref}>
          {changeTexts.keepSpot}
        </a>
      </div>
    </section>
  );
};

/** An amount, where it is no whole entry. */
const worthOf = (worth: Terms['worth'], currency: string) => (worth === 'entry' ? undefined : money(worth, currency));

/** Asks for confirmation before a spot is given up for an entry in a later race, with what that is worth and costs. */
export const Defer = (props: DeferProps) => {
  const { registrationId } = props.status;
  const loaded = useLoaded(registrationId, () => lazyApi.deferral(registrationId, props.token));
  if (loaded.kind === 'reading') return <Loading what="registration" />;
  if (loaded.kind === 'failed')
    return isFinal(loaded.failure) ? (
      <Refused {...props} failure={loaded.failure} />
    ) : (
      <LoadFailed failure={loaded.failure} again={loaded.again} what="registration" />
    );
  return loaded.value.status === 'offered' ? <Agree {...props} offered={loaded.value} /> : null;
};

interface CreditProps {
  readonly registrationId: string;
  readonly token: string;
}

/** What the runner has in place of the spot, and how they use it. */
export const Credit = ({ registrationId, token }: CreditProps) => {
  const loaded = useLoaded(registrationId, () => lazyApi.deferral(registrationId, token));
  if (loaded.kind === 'reading') return <p role="status">{changeTexts.readingCredit}</p>;
  if (loaded.kind === 'failed') return <p class="note note-bad">{failureWords(loaded.failure)}</p>;
  return loaded.value.status === 'deferred' ? <CreditWords {...loaded.value.credit} /> : null;
};

const CreditWords = (credit: RegistrationDeferred['credit']) => {
  const { code, worth, fee, currency, series, expiresAt, isUsed } = credit;
  if (worth === 0) return <p>{changeTexts.creditEnded}</p>;
  return (
    <>
      <p>{changeTexts.creditWords(bold, worthOf(worth, currency), series, writeDay(expiresAt))}</p>
      {worth === 'entry' && <p>{changeTexts.wholeEntry}</p>}
      <p>{changeTexts.creditUse}</p>
      <p>
        {changeTexts.creditCode} <b class="figures">{code}</b>
      </p>
      {isUsed && <p class="note">{changeTexts.creditUsed}</p>}
      {fee > 0 && <p>{changeTexts.deferFee(bold, money(fee, currency))}</p>}
    </>
  );
};
