import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { causesOf, offered } from '../../../lambdas/api/form/extras';
import { answered, donated, taken, textsOf } from '../entry/edit-draft';
import type { StepProps } from '../entry/person-step';
import { QuestionList } from '../entry/questions/question-list';
import { useQuestions } from '../entry/questions/use-questions';
import { answerFaults, areExtrasRight, itemFaults, type ReadEntry } from '../entry/read-entry';
import { namesOf } from '../flow/draft';
import { ErrorSummary } from '../form/error-summary';
import { StepForm } from '../form/step-form';
import { Heading } from '../page/heading';
import { Loading } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import * as words from '../texts/extras';
import { Donation } from './donation';
import { Items, itemId } from './items';
import { readStock } from './read-stock';

interface ExtrasStepProps extends StepProps {
  readonly title?: string;
  /** In place of the question for a donation. */
  readonly donation?: (error: string | undefined) => ComponentChildren;
  readonly read: ReadEntry;
}

/** What each person takes, what is asked once for the whole order, and a donation. */
export const ExtrasStep = (props: ExtrasStepProps) => {
  const { form, controller, filled, read, findings, news, note, doneWords, onBack, onDone } = props;
  const { draft } = filled;
  const [round, setRound] = useState(0);
  const asked = useQuestions({
    form,
    questions: read.order.questions,
    own: read.order.answers,
    faults: answerFaults(form, read.order, 'order', findings),
    round,
    onType: (question, text) => controller.dispatch({ kind: 'edited', edit: answered('order', question, text) }),
  });
  const submit = () => {
    if (areExtrasRight(read)) onDone();
    else setRound(round + 1);
  };
  const items = offered(form, draft.eventId);
  const raceId = draft.hold?.raceId ?? '';
  const isLimited = items.some(({ variants }) => variants.some(({ limited }) => limited));
  const left = useLoaded(raceId, async () => {
    const value = isLimited ? await readStock(raceId) : undefined;
    return { kind: 'ok', value } as const;
  });
  // What is left stands in the names, which then need more lines: the button would move while somebody presses it.
  if (isLimited && left.kind !== 'ok') return <Loading what="page" />;
  const stock = left.kind === 'ok' ? left.value : undefined;
  const shown = read.items.map((own, who) => ({ ...itemFaults(who, findings), ...(round > 0 && own) }));
  const donationError =
    (round > 0 ? read.donation : undefined) ?? findings.find(({ field }) => field === 'order.donation')?.says;
  const lines = [
    ...shown.flatMap((errors: Readonly<Record<string, string>>, who) =>
      items.flatMap((item) => {
        const message = errors[item.id];
        return message ? [{ to: itemId(who, item), message }] : [];
      }),
    ),
    ...asked.lines,
    ...(donationError ? [{ to: draft.typed.donation ? 'donation-amount' : 'donation', message: donationError }] : []),
  ];
  const names = namesOf(draft);
  return (
    <StepForm {...{ doneWords, onBack }} onSubmit={submit}>
      <Heading>{props.title ?? words.extrasTitle}</Heading>
      {note}
      <ErrorSummary lines={lines} round={round + findings.length} />
      {stock?.note && <p class="note">{stock.note}</p>}
      {items.length > 0 &&
        names.map((name, who) => {
          const list = (
            <Items
              {...{ form, filled, who, stock }}
              errors={shown[who] ?? {}}
              onTake={(counts) => controller.dispatch({ kind: 'edited', edit: taken(who, counts) })}
            />
          );
          return names.length === 1 ? (
            list
          ) : (
            <section key={draft.companions?.[who - 1]?.registrationId ?? ''} aria-labelledby={`items-of-${who}`}>
              <h2 class="of-whom" id={`items-of-${who}`}>
                {words.extrasOf(name.trim(), who + 1)}
              </h2>
              {list}
            </section>
          );
        })}
      <QuestionList {...{ form, asked, news }} texts={textsOf(filled, 'order')} />
      {props.donation?.(donationError)}
      {!props.donation && causesOf(form).length > 0 && (
        <section aria-labelledby="donation-title">
          <h2 class="of-whom" id="donation-title">
            {words.donationTitle}
          </h2>
          <Donation
            form={form}
            currency={draft.hold?.quote.currency ?? ''}
            typed={draft.typed.donation}
            error={donationError}
            onType={(donation) => controller.dispatch({ kind: 'edited', edit: donated(donation) })}
          />
        </section>
      )}
    </StepForm>
  );
};
