import { useEffect, useState } from 'preact/hooks';
import { shortInstant } from '../../src/time/dates';
import type { Failure } from '../http/ask';
import { FailureNote, Note } from '../page/words';
import * as w from '../texts/editing';
import * as t from '../texts/en';
import { ChangeLines } from './change-lines';
import type { DraftError, Editor, Planned, Ready } from './editor';
import { faultWords, inputId } from './inputs';

interface ReviewProps {
  readonly raceId: string;
  readonly editor: Editor;
  readonly ready: Ready;
  readonly go: (step: number) => void;
}

type Shown =
  | { readonly kind: 'reading' }
  | { readonly kind: 'plan'; readonly planned: Planned }
  /** Something is missing, so there is no plan. */
  | { readonly kind: 'incomplete' }
  /** There is nothing that is not published. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** What is missing, what publishing does, and the button that does it. */
export const Review = ({ raceId, editor, ready, go }: ReviewProps) => {
  const [shown, setShown] = useState<Shown>({ kind: 'reading' });
  const [isSending, setSending] = useState(false);
  const [said, setSaid] = useState<{ readonly words: string; readonly kind: 'good' | 'bad' }>();
  const { seen, errors, saving } = ready;
  const isPublished = ready.document !== undefined && !ready.isChanged;

  useEffect(() => {
    let isOld = false;
    const look = async () => {
      const answer = await editor.plan();
      if (!isOld) setShown(shownOf(answer));
    };
    // After a publication there is nothing to plan, and to ask for it is refused.
    if (isPublished) setShown({ kind: 'nothing' });
    else if (saving === 'saved') void look();
    return () => {
      isOld = true;
    };
  }, [seen, saving, isPublished]);

  const publish = async (planned: Planned) => {
    if (isSending) return;
    setSending(true);
    setSaid(undefined);
    const answer = await editor.publish(planned);
    setSending(false);
    if (answer.kind === 'ok') {
      setSaid({ words: w.published(answer.value.seenWithin), kind: 'good' });
      return;
    }
    if (answer.kind === 'problem' && answer.name === 'plan-changed') {
      setShown({ kind: 'plan', planned: answer.present as Planned });
      setSaid({ words: w.planChanged, kind: 'bad' });
    } else if (answer.kind === 'problem' && answer.name === 'edited-meanwhile') {
      await editor.read();
      setSaid({ words: w.meanwhile, kind: 'bad' });
    } else setShown({ kind: 'failed', failure: answer });
  };

  return (
    <section class="review" aria-label={w.reviewTitle}>
      <h2>{w.reviewTitle}</h2>
      <Note kind={said?.kind}>
        {said && (
          <>
            <p>{said.words}</p>
            {said.kind === 'good' && (
              <p>
                <a href={`/console/races/${raceId}`}>{w.toRace}</a> · <a href={`/races/${raceId}`}>{w.toRunners}</a>
              </p>
            )}
          </>
        )}
      </Note>
      {errors.length > 0 && !isPublished && <MissingFields errors={errors} go={go} />}
      {shown.kind === 'reading' && <p role="status">{w.planReading}</p>}
      {shown.kind === 'failed' && <FailureNote failure={shown.failure} />}
      {shown.kind === 'nothing' && !said && <p>{w.planNone}</p>}
      {shown.kind === 'plan' && (
        <PlanWords planned={shown.planned} ready={ready}>
          <button
            type="button"
            class="button"
            aria-disabled={isSending || shown.planned.plan.refusals.length > 0}
            onClick={() => shown.planned.plan.refusals.length === 0 && void publish(shown.planned)}
          >
            {isSending ? t.working : publishWords(shown.planned, ready)}
          </button>
        </PlanWords>
      )}
    </section>
  );
};

const shownOf = (answer: Awaited<ReturnType<Editor['plan']>>): Shown => {
  if (answer.kind === 'ok') return { kind: 'plan', planned: answer.value };
  if (answer.kind === 'problem' && answer.name === 'not-publishable') return { kind: 'incomplete' };
  if (answer.kind === 'problem' && answer.name === 'command-refused') return { kind: 'nothing' };
  return { kind: 'failed', failure: answer };
};

/** Who presses the button of a race whose opening has passed reads there what it does. */
const publishWords = ({ plan }: Planned, { document }: Ready): string => {
  if (plan.consequences.some(({ kind }) => kind === 'opens-now')) return w.publishAndOpen;
  return document ? w.publishChanges : w.publish;
};

/** Each line leads to its field, at whichever step it is. */
const MissingFields = ({ errors, go }: { errors: readonly DraftError[]; go: (step: number) => void }) => (
  <div class="summary">
    <h3>{w.missingTitle}</h3>
    <p>{w.missingLead}</p>
    <ul>
      {errors.map((error) => (
        <li key={error.field}>
          <a
            href={`?step=${error.step}`}
            onClick={(click) => {
              click.preventDefault();
              go(error.step);
              // After the step is there, and its heading has taken the focus.
              setTimeout(() => inputOf(error.field)?.focus());
            }}
          >
            {`${w.fieldName(error.field)}: ${faultWords(error)}`}
          </a>
        </li>
      ))}
    </ul>
  </div>
);

/** The input of a field, or of the nearest thing around it. */
const inputOf = (field: string): HTMLElement | null => {
  const keys = field.split('.');
  for (let length = keys.length; length > 0; length--) {
    const found = document.getElementById(inputId(keys.slice(0, length).join('.')));
    if (found) return found;
  }
  return null;
};

interface PlanWordsProps {
  readonly planned: Planned;
  readonly ready: Ready;
  readonly children: preact.ComponentChildren;
}

const PlanWords = ({ planned: { plan }, ready, children }: PlanWordsProps) => {
  const { timeZone: zone = 'UTC' } = ready.draft;
  const time = (instant: string) => shortInstant(instant, zone);
  return (
    <div class="plan">
      {plan.refusals.length > 0 && (
        <div class="note note-bad">
          <h3>{w.refusedTitle}</h3>
          <ul>
            {plan.refusals.map((refusal) => (
              <li key={JSON.stringify(refusal)}>{w.refusal(refusal, time)}</li>
            ))}
          </ul>
        </div>
      )}
      <h3>{w.planTitle}</h3>
      <ul class="plan-lines">
        {plan.consequences.map((said) => (
          <li key={JSON.stringify(said)}>{w.consequence(said, time)}</li>
        ))}
        {plan.warnings.map((said) => (
          <li key={JSON.stringify(said)} class="plan-warning">
            {w.warning(said)}
          </li>
        ))}
      </ul>
      {plan.changes.length > 0 && (
        <>
          <h3>{w.changesTitle(plan.changes.length)}</h3>
          <ChangeLines changes={plan.changes} before={ready.document} after={ready.draft} />
        </>
      )}
      <div class="actions">{children}</div>
    </div>
  );
};
