import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Draft } from '../flow/draft';
import { type Registering, today } from '../flow/drive';
import { faultsIn } from '../flow/runner';
import type { Notice } from '../flow/stage';
import { furthestStep, type Step, stepToShow } from '../flow/steps';
import { now } from '../time/ticker';
import { Paying } from './paying';
import { RunnerForm } from './runner-form';
import { WaiverForm } from './waiver-form';

interface FillingProps {
  readonly registering: Registering;
  readonly draft: Draft;
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
  readonly eventName: string;
  readonly wanted: string | undefined;
  readonly hrefOf: (step: Step) => string;
}

/** The step the address asks for, as far as what is filled in allows. */
export const stepOf = (draft: Draft, wanted: string | undefined): Step =>
  stepToShow(wanted, furthestStep(draft, today(now.peek())));

const forWhoWaited = {
  isFixed: true,
  lead: (
    <p class="lead">
      This spot is kept for the runner who waited for it: name, e-mail address and date of birth stay as they were given
      then. The rest is asked now.
    </p>
  ),
};

export const Filling = ({ registering, draft, notice, isBusy, eventName, wanted, hrefOf }: FillingProps) => {
  const { route } = useLocation();
  const step = stepOf(draft, wanted);
  const faults = notice?.kind === 'invalid' ? faultsIn(notice.errors) : {};
  const hasFaults = Object.keys(faults).length > 0;

  useEffect(() => {
    if (wanted !== step) route(hrefOf(step), true);
  }, [wanted, step]);
  useEffect(() => {
    if (hasFaults) route(hrefOf('runner'));
  }, [notice]);

  if (!draft.hold) return null;
  const { waiver } = draft.hold;
  const go = (to: Step) => route(hrefOf(to));
  switch (step) {
    case 'runner':
      return (
        <RunnerForm
          typed={draft.typed}
          {...(draft.offer ? forWhoWaited : {})}
          today={today(now.peek())}
          faults={faults}
          onType={(field, text) => registering.tell({ kind: 'typed', field, text })}
          onClear={() => registering.tell({ kind: 'cleared' })}
          onDone={() => go('waiver')}
        />
      );
    case 'waiver':
      return (
        <WaiverForm
          waiver={waiver}
          isAccepted={draft.accepted === waiver.hash}
          hasChanged={notice?.kind === 'waiver-changed'}
          onAnswer={(accepted) => registering.tell({ kind: 'waiver-answered', hash: waiver.hash, accepted })}
          onBack={() => go('runner')}
          onDone={() => go('pay')}
        />
      );
    case 'pay':
      return (
        <Paying
          hold={draft.hold}
          typed={draft.typed}
          eventName={eventName}
          notice={notice?.kind === 'waiver-changed' ? undefined : notice}
          isBusy={isBusy}
          runnerHref={hrefOf('runner')}
          onBack={() => go('waiver')}
          onPay={(card) => void registering.pay(card)}
        />
      );
  }
};
