import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { RaceMessage } from '../../../../lambdas/api/messages/races';
import { type Controller, today } from '../../flow/controller';
import { type Draft, namesOf, peopleOf } from '../../flow/draft';
import { faultsIn } from '../../flow/runner';
import type { Notice } from '../../flow/stage';
import { kindOf, type Step, stepFor, stepOf, stepsOf } from '../../flow/steps';
import { payPage } from '../../page/lazy-page';
import { now } from '../../time/ticker';
import { PeopleForm } from './people-form';
import { WaiverForm } from './waiver-form';

const Paying = payPage((pages) => pages.paying);

export interface FillingProps {
  readonly race: RaceMessage;
  readonly controller: Controller;
  readonly draft: Draft;
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
  readonly eventName: string;
  readonly raceHref: string;
  readonly wanted: string | undefined;
  readonly hrefOf: (step: Step) => string;
}

/** The form of the current step: runner, waiver or payment. */
export const Filling = ({ controller, draft, notice, isBusy, eventName, raceHref, wanted, hrefOf }: FillingProps) => {
  const { route } = useLocation();
  const day = today(now.peek());
  const step = stepOf(draft, wanted, day);
  const steps = stepsOf(draft);
  const at = steps.indexOf(step);
  const { kind, at: who } = kindOf(draft, step);
  const findings = notice?.kind === 'invalid' ? notice.errors : [];
  const faulty = peopleOf(draft).findIndex((_, who) => Object.keys(faultsIn(findings, who)).length > 0);

  useEffect(() => {
    if (wanted !== step) route(hrefOf(step), true);
  }, [wanted, step]);
  useEffect(() => {
    if (faulty >= 0) route(hrefOf(stepFor(faulty)));
  }, [notice]);

  if (!draft.hold) return null;
  const { waiver } = draft.hold;
  const go = (to: Step) => route(hrefOf(to));
  const back = () => go(steps[at - 1] ?? step);
  const next = () => go(steps[at + 1] ?? step);
  switch (kind) {
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
          hold={draft.hold}
          draft={draft}
          eventName={eventName}
          notice={notice?.kind === 'waiver-changed' ? undefined : notice}
          isBusy={isBusy}
          hrefOf={hrefOf}
          onBack={back}
          onPay={(tokenise) => void controller.pay(tokenise)}
        />
      );
    case 'who':
      return (
        <PeopleForm
          {...{ controller, draft, raceHref, who }}
          today={day}
          faults={faultsIn(findings, who)}
          onBack={back}
          onDone={next}
        />
      );
  }
};
