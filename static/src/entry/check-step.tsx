import { useEffect, useState } from 'preact/hooks';
import type { Form } from '../../../lambdas/api/form/definition/form';
import { textIn } from '../../../lambdas/api/form/definition/question';
import type { Entry } from '../../../lambdas/api/form/entry';
import { variantIn } from '../../../lambdas/api/form/extras';
import type { QuoteGiven } from '../../../lambdas/api/messages/quotes';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { namesOf } from '../flow/draft';
import type { Filled } from '../flow/events';
import { type Step, stepFor } from '../flow/steps';
import type { Fault } from '../http/failure';
import { Heading } from '../page/heading';
import { figures } from '../page/marks';
import { money } from '../page/money';
import { failureWords } from '../page/problem-screen';
import { prepareToPay } from '../page/services';
import { useNow } from '../page/use-value';
import * as words from '../texts/check';
import * as t from '../texts/page';
import { clockFace, secondsUntil } from '../time/duration';
import { CodeBox } from './code-box';
import { type Counts, taken } from './edit-draft';
import { extrasPage } from './extras-script';
import { placeFaults, stepOfFault } from './faults';
import type { OwnStep } from './own-step';
import type { StepProps } from './person-step';
import { isQuoted } from './quoted';
import { labelOf } from './read-entry';
import { useQuote } from './use-quote';

type Line = QuoteGiven['lines'][number];

const nameOf = (form: Form, { kind, ref = '', label }: Line): string => {
  if (kind === 'item') {
    const found = variantIn(form, ref);
    if (!found) return words.lineKinds.item;
    return words.itemLine(textIn(form, found.item.label, t.locale), textIn(form, found.variant.label, t.locale));
  }
  if (kind === 'fee' && ref) return words.creditFee;
  const cause = kind === 'donation' && form.causes?.find(({ id }) => id === ref);
  return cause ? words.donationLine(textIn(form, cause.label, t.locale)) : (label ?? words.lineKinds[kind]);
};

/** Equal pieces as one line. */
const countedLines = (form: Form, lines: readonly Line[]) => {
  const counted = new Map<string, { name: string; count: number; amount: number; saved: number }>();
  for (const line of lines) {
    const name = nameOf(form, line);
    const sum = counted.get(name) ?? { name, count: 0, amount: 0, saved: 0 };
    const saved = sum.saved + line.list - line.amount;
    counted.set(name, { name, count: sum.count + 1, amount: sum.amount + line.amount, saved });
  }
  return [...counted.values()];
};

interface LinesProps {
  readonly form: Form;
  readonly filled: Filled;
  readonly given: QuoteGiven;
  readonly hrefOf: (step: Step) => string;
}

/** What each person costs, line by line, and all together. */
const Lines = ({ form, filled, given, hrefOf }: LinesProps) => {
  const names = namesOf(filled.draft);
  const sum = (amount: number) => money(amount, given.currency);
  return (
    <>
      {given.shares.map(({ registrationId, amount }, who) => (
        <section key={registrationId} class="check-person" aria-label={words.checkLines(names[who] ?? '')}>
          <p class="check-name">
            <b>{names[who]}</b>
            <a href={hrefOf(stepFor(who))}>
              {words.change}
              <span class="aside-for-readers">{words.changeAbout(names[who] ?? '')}</span>
            </a>
          </p>
          <table class="quote">
            <tbody>
              {countedLines(
                form,
                // A use of a code costs nothing: what it takes off is told at the other lines.
                given.lines.filter((line) => line.registrationId === registrationId && line.kind !== 'code'),
              ).map((line) => (
                <tr key={line.name}>
                  <th scope="row">
                    {words.times(line.count, line.name)}
                    {line.saved > 0 && <span class="line-saved">{words.saved(sum(line.saved))}</span>}
                  </th>
                  <td class="figures">{sum(line.amount)}</td>
                </tr>
              ))}
              {given.shares.length > 1 && (
                <tr class="check-share">
                  <th scope="row">{words.checkShare}</th>
                  <td class="figures">{sum(amount)}</td>
                </tr>
              )}
            </tbody>
          </table>
        </section>
      ))}
      <table class="quote">
        <tfoot>
          <tr>
            <th scope="row">{words.checkTotal}</th>
            <td class="figures">{sum(given.total)}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
};

const MissingItems = extrasPage((pages) => pages.MissingItems);

interface CheckStepProps extends StepProps {
  readonly race: RaceMessage;
  readonly revision: number;
  readonly entry: Entry | undefined;
  readonly own: readonly OwnStep[];
  readonly hasExtras: boolean;
  /** Leads back to them. */
  readonly changeExtras?: string;
  /** How long the price stands. */
  readonly promise?: string;
  readonly hrefOf: (step: Step) => string;
  /** The server found these faults in the entry. The first is shown at this step. */
  readonly onFaults: (faults: readonly Fault[], to: Step) => void;
}

/** What it costs, before a card is asked for. */
export const CheckStep = (props: CheckStepProps) => {
  const { form, race, controller, filled, revision, entry, own, hasExtras, note, hrefOf, onFaults, onBack, onDone } =
    props;
  const [rest, setRest] = useState<readonly string[]>([]);
  const { quoting, refused, isTrying, use } = useQuote({
    ...{ controller, filled, revision, entry },
    refusals: (problem) => own.flatMap(({ refusals }) => refusals?.(problem) ?? []),
    onFaults: (found) => {
      if (!entry) return;
      const currency = filled.draft.hold?.quote.currency ?? '';
      const placed = placeFaults({ form, eventId: filled.draft.eventId, entry, currency, own }, found);
      setRest(placed.rest);
      const [fault] = placed.shown;
      if (fault) onFaults(placed.shown, stepOfFault(own, fault));
    },
  });
  const time = useNow();
  // While a code is tried the price without it stands.
  const given = isQuoted(filled, entry) ? filled.draft.quoted?.given : undefined;
  const total = given?.total ?? 0;
  const { code } = filled.draft.typed;
  const saved = (given?.lines ?? []).reduce((sum, { list, amount }) => sum + list - amount, 0);
  useEffect(() => {
    if (total > 0) prepareToPay();
  }, [total > 0]);
  const missing =
    quoting.kind === 'refused' &&
    quoting.failure.kind === 'problem' &&
    ['item-gone', 'item-held'].includes(quoting.failure.name)
      ? quoting.failure
      : undefined;
  const onTake = (who: number, counts: Counts) => {
    controller.dispatch({ kind: 'edited', edit: taken(who, counts) });
    // The button goes away.
    document.querySelector('h1')?.focus();
  };
  const names = namesOf(filled.draft);
  const already = (given?.registered ?? []).flatMap(({ registered }, who) =>
    registered === 'yes' ? [words.registeredAlready(names[who] ?? '')] : [],
  );
  const dropped = form.questions.filter(({ id }) => given?.dropped.some((path) => path.endsWith(`.answers.${id}`)));
  return (
    <section class="sheet">
      <Heading>{words.checkTitle}</Heading>
      {note}
      <div role="status">
        {missing && <MissingItems {...{ form, filled, onTake }} failure={missing} />}
        {quoting.kind === 'quoting' && <p>{words.quoting}</p>}
        {quoting.kind === 'waiting' && (
          <p class="note">{quoting.failure.kind === 'network' ? words.quoteOffline : words.quoteBusy}</p>
        )}
        {quoting.kind === 'refused' && !missing && (
          <p class="note note-bad">
            <b>{words.quoteRefused}</b> {rest.length > 0 ? rest.join(' ') : failureWords(quoting.failure)}
          </p>
        )}
        {dropped.length > 0 && (
          <p class="note">{words.droppedAnswers(dropped.map((question) => labelOf(form, question)))}</p>
        )}
        {already.map((warning) => (
          <p key={warning} class="note note-bad">
            {warning}
          </p>
        ))}
      </div>
      {quoting.kind === 'quoting' && <progress class="wait" aria-label={words.quoting} />}
      {quoting.kind === 'waiting' && <p>{t.nextTry(figures, clockFace(secondsUntil(quoting.until, time)))}</p>}
      {given && (
        <>
          <Lines {...{ form, filled, given, hrefOf }} />
          <p class="quiet">{props.promise ?? words.quotedUntil}</p>
        </>
      )}
      {(race.codes || code !== undefined || refused) && (
        <CodeBox
          {...{ refused, isTrying }}
          used={code}
          saved={given && (saved > 0 ? money(saved, given.currency) : '')}
          onUse={use}
        />
      )}
      <div class="actions">
        {given && (
          <button type="button" class="button" onClick={onDone}>
            {total > 0 ? words.toPay : words.toRegister}
          </button>
        )}
        {quoting.kind === 'waiting' && (
          <button type="button" class="button button-quiet" onClick={quoting.now}>
            {words.quoteNow}
          </button>
        )}
        {quoting.kind === 'refused' && (
          <button type="button" class="button" onClick={quoting.again}>
            {t.tryAgain}
          </button>
        )}
        {hasExtras && (
          <a class="plain" href={hrefOf('extras')}>
            {props.changeExtras ?? words.changeExtras}
          </a>
        )}
        <button type="button" class="plain" onClick={onBack}>
          {t.back}
        </button>
      </div>
    </section>
  );
};
