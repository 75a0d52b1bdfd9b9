import type { ComponentChildren } from 'preact';
import { lazyPage } from '../../page/lazy-page';
import { Confirmation, type Decided } from './confirmation';

const NotRegistered = lazyPage((pages) => pages.notRegistered);

interface OutcomeProps {
  readonly status: Decided;
  readonly people: number;
  /** The next actions. */
  readonly children: ComponentChildren;
}

/**
 * How a registration ended, directly after it was sent. Pages of the second script must not import this file, because it
 * loads that script: they use `Confirmation` and `NotRegistered` themselves.
 */
export const Outcome = ({ status, people, children }: OutcomeProps) =>
  status.status === 'confirmed' ? (
    <Confirmation status={status}>{children}</Confirmation>
  ) : (
    <NotRegistered status={status} people={people}>
      {children}
    </NotRegistered>
  );
