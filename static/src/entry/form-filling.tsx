import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Form } from '../../../lambdas/api/form/definition/question';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import sheet from '../../style/entry.css';
import { today } from '../flow/controller';
import { namesOf } from '../flow/draft';
import type { Step } from '../flow/steps';
import type { Fault } from '../http/failure';
import { payPage } from '../page/lazy-page';
import { LoadFailed, Loading } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import { useValue } from '../page/use-value';
import type { FillingProps } from '../registration/form/filling';
import { WaiverForm } from '../registration/form/waiver-form';
import * as first from '../texts/first';
import * as words from '../texts/form';
import * as t from '../texts/page';
import { now } from '../time/ticker';
import { CheckStep } from './check-step';
import { entryApi } from './entry-api';
import { ExtrasStep } from './extras-step';
import { formPlan, hasExtras, signStepOf } from './form-plan';
import { PersonStep } from './person-step';
import { labelOf, readEntry } from './read-entry';
import { useQuote } from './use-quote';

type SignPages = typeof import('../sign-pages')['signPages'];

const PayForm = payPage((pages) => pages.payForm);

/** What the button to a step says. */
const wordsTo = (step: Step, at: number): string => {
  if (step === 'extras') return words.toExtras;
  if (step === 'check') return words.toCheck;
  return step === 'waiver' ? t.toWaiver : first.toRunner(at + 1);
};

type StepsProps = FillingProps & {
  readonly form: Form;
  /** The form before, if the race changed it meanwhile. */
  readonly before: Form | undefined;
  readonly revision: number;
  /** Where the form has documents or rules. */
  readonly sign: { readonly pages: SignPages; readonly race: RaceMessage } | undefined;
};

/** The step that a fault of the entry belongs to. */
const stepOfFault = (form: Form, { field }: Fault): Step => {
  const [, who, part] = /^people\.(\d+)\.?(\w*)/.exec(field) ?? [];
  if (who === undefined || part === 'items') return 'extras';
  if (part === 'guardian' || part === 'signatures') return signStepOf(form);
  return who === '0' ? 'runner' : `runner-${Number(who) + 1}`;
};

const Steps = (props: StepsProps) => {
  const { form, before, revision, sign, controller, draft, notice, isBusy, eventName, raceHref, wanted, hrefOf } =
    props;
  const { route } = useLocation();
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const filled = { draft, unkept: useValue(controller.flow).unkept };
  const day = today(now.peek());
  const unsigned = readEntry(form, filled, day);
  const { hold, eventId, registrationId } = draft;
  const { raceId = '' } = hold ?? {};
  // The form stays the same as long as this component does.
  const signing = sign?.pages.useSigning({ form, race: sign.race, raceId, eventId, registrationId, read: unsigned });
  const read = signing?.read ?? unsigned;
  const hasDocuments = Boolean(form.documents?.length);
  const plan = formPlan(form, filled, read, hasDocuments ? signing?.isDone : undefined);
  const [steps, step] = [plan.stepsOf(draft), plan.stepOf(draft, wanted, day)];
  const at = steps.indexOf(step);
  const { kind, at: who } = plan.kindOf(draft, step);
  const findings = notice?.kind === 'invalid' && notice.errors.length > 0 ? notice.errors : faults;

  useEffect(() => {
    if (wanted !== step) route(hrefOf(step), true);
  }, [wanted, step]);

  const quoting = useQuote({
    ...{ controller, filled, revision },
    entry: kind === 'check' ? read.entry : undefined,
    onFaults: (found) => {
      setFaults(sign?.pages.atTheirFields(found) ?? found);
      const [fault] = found;
      if (fault) route(hrefOf(stepOfFault(form, fault)));
    },
  });

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
  const said = notice?.kind === 'invalid' && notice.errors.length === 0 ? notice.detail : undefined;
  const common = {
    ...{ form, controller, filled, findings },
    news: isNew.map(({ id }) => id),
    note: (
      <div ref={noteBox} tabIndex={-1} role="status">
        {hasChanged && <p class="note">{words.formChanged(isNew.map((question) => labelOf(form, question)))}</p>}
        {said && <p class="note note-bad">{said}</p>}
      </div>
    ),
    doneWords: hasDocuments && nextStep === signStepOf(form) ? words.toSign : wordsTo(nextStep, at + 1),
    onBack: back,
    onDone: next,
  };
  const part = read.people[who];
  switch (kind) {
    case 'who':
      return part ? <PersonStep key={who} {...{ ...common, part, who, raceHref }} /> : null;
    case 'extras':
      return <ExtrasStep {...common} read={read} />;
    case 'sign':
      return sign && signing ? (
        <sign.pages.SignStep
          {...common}
          {...{ raceId }}
          {...signing}
          adultAge={form.adultAge ?? 18}
          onType={signing.type}
          onDone={() => {
            controller.dispatch({ kind: 'waiver-answered', hash: waiver.hash, accepted: true });
            next();
          }}
        />
      ) : null;
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
      return <CheckStep {...{ ...common, quoting, hrefOf }} hasExtras={hasExtras(form, draft.eventId, read)} />;
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

/** The script of the Sign step, and the race, whose days and rules it judges by. */
const openSign = (raceId: string) =>
  import('../sign-pages').then(
    async ({ signPages: pages }) => {
      const race = await pages.readRace(raceId);
      return race.kind === 'ok' ? ({ kind: 'ok', value: { pages, race: race.value } } as const) : race;
    },
    () => ({ kind: 'network' }) as const,
  );

/** The steps of a race with a form, when its form is loaded. */
export const FormFilling = (props: FillingProps) => {
  const { draft } = props;
  const { raceId = '', form: held = 0 } = draft.hold ?? {};
  const changed = draft.form && draft.form.revision > held ? draft.form : undefined;
  const revision = changed?.revision ?? held;
  const loaded = useLoaded(`${raceId} ${revision}`, async () => {
    const answers = await Promise.all(
      [revision, ...(changed ? [changed.from] : [])].map((one) => entryApi.form(raceId, one)),
    );
    const [form, before] = answers;
    if (form?.kind !== 'ok') return form ?? ({ kind: 'network' } as const);
    const { documents = [], rules = [] } = form.value;
    const sign =
      documents.length + rules.length > 0 ? await openSign(raceId) : ({ kind: 'ok', value: undefined } as const);
    if (sign.kind !== 'ok') return sign;
    return {
      kind: 'ok',
      value: { form: form.value, before: before?.kind === 'ok' ? before.value : undefined, sign: sign.value },
    } as const;
  });
  if (loaded.kind === 'reading') return <Loading what="registration" />;
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="registration" />;
  return (
    <>
      <link rel="stylesheet" href={sheet} />
      <Steps key={revision} {...props} {...loaded.value} revision={revision} />
    </>
  );
};
