import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Form } from '../../../lambdas/api/form/question';
import sheet from '../../style/entry.css';
import { today } from '../flow/controller';
import { namesOf } from '../flow/draft';
import type { Step } from '../flow/steps';
import { payPage } from '../page/lazy-page';
import { LoadFailed, Loading } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import type { FillingProps } from '../registration/form/filling';
import { WaiverForm } from '../registration/form/waiver-form';
import * as first from '../texts/first';
import * as words from '../texts/form';
import * as t from '../texts/page';
import { now } from '../time/ticker';
import { entryApi } from './entry-api';
import { ExtrasStep } from './extras-step';
import { formPlan } from './form-plan';
import { PersonStep } from './person-step';
import { readEntry } from './read-entry';

const Paying = payPage((pages) => pages.paying);

/** What the button to a step says. */
const wordsTo = (step: Step, at: number): string => {
  if (step === 'extras') return words.toExtras;
  return step === 'waiver' ? t.toWaiver : first.toRunner(at + 1);
};

const Steps = (props: FillingProps & { readonly form: Form }) => {
  const { form, controller, draft, notice, isBusy, eventName, raceHref, wanted, hrefOf } = props;
  const { route } = useLocation();
  const filled = { draft, unkept: controller.flow.value.unkept };
  const day = today(now.peek());
  const read = readEntry(form, filled, day);
  const plan = formPlan(read);
  const [steps, step] = [plan.stepsOf(draft), plan.stepOf(draft, wanted, day)];
  const at = steps.indexOf(step);
  const { kind, at: who } = plan.kindOf(draft, step);
  const findings = notice?.kind === 'invalid' ? notice.errors : [];

  useEffect(() => {
    if (wanted !== step) route(hrefOf(step), true);
  }, [wanted, step]);

  if (!draft.hold) return null;
  const { waiver } = draft.hold;
  const nextStep = steps[at + 1] ?? step;
  const back = () => route(hrefOf(steps[at - 1] ?? step));
  const next = () => route(hrefOf(nextStep));
  const common = {
    ...{ form, controller, filled, findings },
    news: [],
    doneWords: wordsTo(nextStep, at + 1),
    onBack: back,
    onDone: next,
  };
  const part = read.people[who];
  switch (kind) {
    case 'who':
      return part ? <PersonStep key={who} {...{ ...common, part, who, raceHref }} /> : null;
    case 'extras':
      return <ExtrasStep {...common} part={read.order} />;
    case 'waiver':
      return (
        <WaiverForm
          waiver={waiver}
          isAccepted={draft.accepted === waiver.hash}
          hasChanged={notice?.kind === 'waiver-changed'}
          onAnswer={(accepted) => controller.dispatch({ kind: 'waiver-answered', hash: waiver.hash, accepted })}
          others={namesOf(draft).slice(1)}
          onBack={back}
          onDone={next}
        />
      );
    case 'pay':
      return (
        <Paying
          {...{ hold: draft.hold, draft, eventName, isBusy, hrefOf }}
          notice={notice?.kind === 'waiver-changed' ? undefined : notice}
          onBack={back}
          onPay={(tokenise) => void controller.pay(tokenise)}
        />
      );
  }
};

/** The steps of a race with a form, when its form is loaded. */
export const FormFilling = (props: FillingProps) => {
  const { raceId = '', form: revision = 0 } = props.draft.hold ?? {};
  const loaded = useLoaded(`${raceId} ${revision}`, () => entryApi.form(raceId, revision));
  if (loaded.kind === 'reading') return <Loading what="registration" />;
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="registration" />;
  return (
    <>
      <link rel="stylesheet" href={sheet} />
      <Steps {...props} form={loaded.value} />
    </>
  );
};
