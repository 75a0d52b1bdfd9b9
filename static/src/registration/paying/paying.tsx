import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { today } from '../../flow/controller';
import { namesOf } from '../../flow/draft';
import { stepFor } from '../../flow/steps';
import { lazyPage } from '../../page/lazy-page';
import { now } from '../../time/ticker';
import { PayForm } from './pay-form';
import { useRegisteredChecks } from './use-registered-check';

const AlreadyRegistered = lazyPage((pages) => pages.alreadyRegistered);

/**
 * The last step: paying. If the server says that somebody in the draft is registered already, the page shows this first.
 * The runner may go on nevertheless, because the check can be wrong; the writer decides.
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
