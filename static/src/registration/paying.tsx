import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { today } from '../flow/drive';
import { readRunner } from '../flow/runner';
import { now } from '../time/ticker';
import { AlreadyRegistered } from './already-registered';
import { PayForm } from './pay-form';
import { useRegisteredCheck } from './use-registered-check';

/** The last step: paying, unless this runner has paid before. What the page hears may be wrong, so he may go on all the same. */
export const Paying = (props: ComponentProps<typeof PayForm>) => {
  const { hold, typed, eventName, isBusy, runnerHref } = props;
  const [goesOn, setGoesOn] = useState(false);
  const read = readRunner(typed, today(now.peek()));
  const isRegistered = useRegisteredCheck(hold, read.kind === 'runner' ? read.runner : undefined);
  if (isRegistered && !goesOn && !isBusy)
    return <AlreadyRegistered {...{ eventName, email: typed.email, runnerHref }} onGoOn={() => setGoesOn(true)} />;
  return <PayForm {...props} />;
};
