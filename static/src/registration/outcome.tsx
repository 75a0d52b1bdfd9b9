import type { ComponentChildren } from 'preact';
import { lazyPage } from '../page/later';
import { Confirmation, type Decided } from './confirmation';

const NotRegistered = lazyPage((pages) => pages.notRegistered);

interface OutcomeProps {
  readonly status: Decided;
  readonly people: number;
  /** The next actions. */
  readonly children: ComponentChildren;
}

/**
 * How a registration ended, right after it was sent. The pages of the second script show `Confirmation` and `NotRegistered`
 * themselves: if they imported this file, the second script would import what loads it.
 */
export const Outcome = ({ status, people, children }: OutcomeProps) =>
  status.status === 'confirmed' ? (
    <Confirmation status={status}>{children}</Confirmation>
  ) : (
    <NotRegistered status={status} people={people}>
      {children}
    </NotRegistered>
  );
