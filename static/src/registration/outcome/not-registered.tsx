import type { ComponentChildren } from 'preact';
import { money } from '../../page/money';
import { ProblemScreen } from '../../page/problem-screen';
import * as later from '../../texts/later';
import type { Confirmed, Decided } from './confirmation';

const Words = ({ status, people }: { status: Exclude<Decided, Confirmed>; people: number }) => {
  if (people > 1 && isOfAll(status.status))
    return <p>{later.nobodyRegistered[status.status](people, status.eventName)}</p>;
  return (
    <>
      <p>{later.notRegistered[status.status](status.eventName)}</p>
      {status.status === 'cancelled' && (
        <p>{status.refund > 0 ? later.refunded(money(status.refund, status.currency)) : later.notRefunded}</p>
      )}
    </>
  );
};

const isOfAll = (status: string): status is keyof typeof later.nobodyRegistered => status in later.nobodyRegistered;

interface NotRegisteredProps {
  readonly status: Exclude<Decided, Confirmed>;
  /** How many registered together, as far as the page knows. */
  readonly people?: number;
  /** The next actions. */
  readonly children?: ComponentChildren;
}

/** How a registration ended without a spot. */
export const NotRegistered = ({ status, people = 1, children }: NotRegisteredProps) => (
  <ProblemScreen
    title={people > 1 && status.status === 'duplicate' ? later.oneOfYou : later.notRegisteredTitles[status.status]}
  >
    <Words status={status} people={people} />
    {children}
  </ProblemScreen>
);
