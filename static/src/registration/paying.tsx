import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { namesOf } from '../flow/draft';
import { today } from '../flow/drive';
import { stepFor } from '../flow/steps';
import { lazyPage } from '../page/later';
import { now } from '../time/ticker';
import { PayForm } from './pay-form';
import { useRegisteredChecks } from './use-registered-check';

const AlreadyRegistered = lazyPage((pages) => pages.alreadyRegistered);

/**
 * The last step: paying, unless this runner, or one of several, has a spot already. What the page hears may be wrong, so who
 * pays may go on all the same.
 */
export const Paying = (props: ComponentProps<typeof PayForm>) => {
  const { draft, eventName, isBusy, hrefOf } = props;
  const [goesOn, setGoesOn] = useState(false);
  const who = useRegisteredChecks(draft, today(now.peek()));
  if (who === undefined || goesOn || isBusy) return <PayForm {...props} />;
  const email = draft.companions?.[who - 1]?.typed.email ?? draft.typed.email;
  return (
    <AlreadyRegistered
      key={who}
      {...{ eventName, email }}
      runnerHref={hrefOf(stepFor(who))}
      {...(draft.companions && { name: namesOf(draft)[who] })}
      onGoOn={() => setGoesOn(true)}
    />
  );
};
