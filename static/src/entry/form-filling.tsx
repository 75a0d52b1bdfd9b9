import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Form } from '../../../lambdas/api/form/definition/form';
import sheet from '../../style/entry.css';
import { today } from '../flow/controller';
import { namesOf } from '../flow/draft';
import { withStaleQuote } from '../flow/stage';
import type { Answered, Fault } from '../http/failure';
import { checkPage, payPage, prepareCheck } from '../page/lazy-page';
import { LoadFailed, Loading } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import { useValue } from '../page/use-value';
import { keepOpened, openEvents } from '../race/opened';
import type { FillingProps } from '../registration/form/filling';
import { WaiverForm } from '../registration/form/waiver-form';
import * as first from '../texts/first';
import * as words from '../texts/form';
import * as t from '../texts/page';
import { now } from '../time/ticker';
import { typedAt } from './edit-draft';
import { entryApi } from './entry-api';
import { extrasPage, prepareExtras } from './extras-script';
import { formPlan, hasExtras } from './form-plan';
import { type OwnStep, type OwnStepDrawn, ownStepsOf } from './own-step';
import { PersonStep } from './person-step';
import { labelOf, type ReadEntry, readEntry } from './read-entry';
import { Styled } from './styled';

const ExtrasStep = extrasPage((pages) => pages.ExtrasStep);
const PayForm = payPage((pages) => pages.payForm);
const CheckStep = checkPage((pages) => pages.CheckStep);

type StepsProps = FillingProps & {
  readonly form: Form;
  /** The form before, if the race changed it meanwhile. */
  readonly before: Form | undefined;
  readonly revision: number;
  /** The steps that only some forms have, in their order. */
  readonly own: readonly OwnStep[];
};

/** What the server found, and what was typed there. */
type Found = Fault & { readonly typed: string };

/** What was typed, with what each of these steps adds, and how each is drawn. The steps stay the same. */
const useOwnSteps = (own: readonly OwnStep[], { read, ...asked }: Parameters<OwnStep['useStep']>[0]) => {
  const drawn: OwnStepDrawn[] = [];
  for (const { useStep } of own) drawn.push(useStep({ ...asked, read: drawn.at(-1)?.read ?? read }));
  return drawn;
};

const Steps = (props: StepsProps) => {
  const { form, before, revision, own, race, controller, draft, notice, isBusy, eventName, raceHref, wanted, hrefOf } =
    props;
  const { route } = useLocation();
  const [faults, setFaults] = useState<readonly Found[]>([]);
  const filled = { draft, unkept: useValue(controller.flow).unkept };
  const day = today(now.peek());
  const { eventId, registrationId } = draft;
  const typed = readEntry(form, filled, day);
  const drawn = useOwnSteps(own, { form, race, eventId, registrationId, read: typed });
  const read: ReadEntry = drawn.at(-1)?.read ?? typed;
  const ownSteps = own.flatMap((step, n) => {
    const one = drawn[n];
    return one ? [{ ...step, ...one }] : [];
  });
  const plan = formPlan(form, filled, read, ownSteps);
  const [steps, step] = [plan.stepsOf(draft), plan.stepOf(draft, wanted, day)];
  const at = steps.indexOf(step);
  const { kind, at: who } = plan.kindOf(draft, step);
  // What was typed since then is judged again.
  const findings = faults.filter(({ field, typed }) => typedAt(filled, field) === typed);

  useEffect(() => {
    if (wanted !== step) route(hrefOf(step), true);
  }, [wanted, step]);
  useEffect(prepareCheck, []);
  useEffect(() => {
    // What the server found when it was to be paid is found again by a quote, which knows where each fault is shown.
    if (notice?.kind !== 'invalid' || notice.errors.length === 0) return;
    controller.dispatch({ kind: 'edited', edit: (before) => ({ ...before, draft: withStaleQuote(before.draft) }) });
    route(hrefOf('check'));
  }, [notice]);
  const withExtras = hasExtras(form, draft.eventId, read);
  useEffect(() => {
    if (withExtras) prepareExtras();
  }, [withExtras]);

  const isNew = form.questions.filter(({ id }) => before && !before.questions.some((one) => one.id === id));
  const noteBox = useRef<HTMLDivElement>(null);
  const hasChanged = before !== undefined && draft.quoted?.given.form !== revision;
  useEffect(() => {
    if (hasChanged) noteBox.current?.focus();
  }, [hasChanged]);

  if (!draft.hold) return null;
  const { waiver } = draft.hold;
  const nextStep = steps[at + 1] ?? step;
  const back = () => route(hrefOf(steps[at - 1] ?? step));
  const next = () => route(hrefOf(nextStep));
  const said = [
    ...(notice?.kind === 'invalid' ? [notice.detail] : []),
    // A step of its own script may have no box for what the server found.
    ...findings.flatMap((fault) =>
      own.some(({ name, isAbout }) => name === step && isAbout(fault)) && fault.says ? [fault.says] : [],
    ),
  ];
  /** What the button to the next step says. */
  const doneWords = (): string => {
    const [ownNext] = ownSteps.filter(({ name, isDone }) => name === nextStep && isDone !== undefined);
    if (ownNext) return ownNext.toIt;
    if (nextStep === 'extras') return words.toExtras;
    if (nextStep === 'check') return words.toCheck;
    return nextStep === 'waiver' ? t.toWaiver : first.toRunner(at + 2);
  };
  const common = {
    ...{ form, controller, filled, findings },
    news: isNew.map(({ id }) => id),
    note: (
      <div ref={noteBox} tabIndex={-1} role="status">
        {hasChanged && <p class="note">{words.formChanged(isNew.map((question) => labelOf(form, question)))}</p>}
        {[...new Set(said)].map((sentence) => (
          <p key={sentence} class="note note-bad">
            {sentence}
          </p>
        ))}
      </div>
    ),
    doneWords: doneWords(),
    onBack: back,
    onDone: next,
  };
  const part = read.people[who];
  switch (kind) {
    case 'who':
      return part ? <PersonStep key={who} {...{ ...common, part, who, raceHref }} /> : null;
    case 'extras':
      return <ExtrasStep {...common} read={read} />;
    case 'own':
      return <>{ownSteps.find(({ name }) => name === step)?.screen(common)}</>;
    case 'waiver':
      return (
        <WaiverForm
          waiver={waiver}
          isAccepted={draft.accepted === waiver.hash}
          hasChanged={notice?.kind === 'waiver-changed'}
          doneWords={words.toCheck}
          onAnswer={(accepted) => controller.dispatch({ kind: 'waiver-answered', hash: waiver.hash, accepted })}
          others={namesOf(draft).slice(1)}
          onBack={back}
          onDone={next}
        />
      );
    case 'check':
      return (
        <CheckStep
          {...{ ...common, own, race, revision, hrefOf }}
          entry={read.entry}
          hasExtras={withExtras}
          onFaults={(found, to) => {
            setFaults(found.map((fault) => ({ ...fault, typed: typedAt(filled, fault.field) })));
            route(hrefOf(to));
          }}
        />
      );
    case 'pay':
      return (
        <PayForm
          {...{ hold: draft.hold, draft, eventName, isBusy, hrefOf }}
          checked={draft.quoted?.given.total ?? 0}
          notice={notice?.kind === 'waiver-changed' ? undefined : notice}
          onBack={() => {
            // While a card is read, the price stands.
            if (!isBusy) back();
          }}
          onPay={(tokenise) => void controller.pay(tokenise)}
        />
      );
  }
};

/** The form, with what is asked in an event that a code opened. */
const formOf = async (raceId: string, revision: number, eventId: string): Promise<Answered<Form>> => {
  const opened = keepOpened(raceId).read();
  if (!opened?.events.some(({ id }) => id === eventId)) return entryApi.form(raceId, revision);
  const answer =
    opened.form.revision < revision ? await openEvents(raceId, opened.code) : ({ kind: 'ok', value: opened } as const);
  return answer.kind === 'ok' && answer.value.form.revision === revision
    ? { kind: 'ok', value: answer.value.form }
    : entryApi.form(raceId, revision);
};

/** The steps of a race with a form, when its form is loaded. */
export const FormFilling = (props: FillingProps) => {
  const { draft } = props;
  const { raceId = '', form: held = 0 } = draft.hold ?? {};
  const changed = draft.form && draft.form.revision > held ? draft.form : undefined;
  const revision = changed?.revision ?? held;
  const loaded = useLoaded(`${raceId} ${revision}`, async () => {
    const before = changed && (await formOf(raceId, changed.from, draft.eventId));
    const form = await formOf(raceId, revision, draft.eventId);
    if (form.kind !== 'ok') return form;
    const own = await ownStepsOf(form.value);
    if (own.kind !== 'ok') return own;
    return {
      kind: 'ok',
      value: { form: form.value, before: before?.kind === 'ok' ? before.value : undefined, own: own.value },
    } as const;
  });
  if (loaded.kind === 'reading') return <Loading what="registration" />;
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="registration" />;
  return (
    <Styled key={revision} sheets={[sheet, ...loaded.value.own.map((step) => step.sheet)]}>
      <Steps {...props} {...loaded.value} revision={revision} />
    </Styled>
  );
};
