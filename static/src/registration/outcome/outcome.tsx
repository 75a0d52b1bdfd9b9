import type { ComponentChildren } from 'preact';
import { lazyPage } from '../../page/lazy-page';
import * as t from '../../texts/page';
import { Confirmation, type Decided, isInTeam } from './confirmation';

const NotRegistered = lazyPage((pages) => pages.notRegistered);
const OwnTeam = lazyPage((pages) => pages.ownTeam);

interface OutcomeProps {
  readonly status: Decided;
  readonly people: number;
  /** The race gives bibs. Nobody has one directly after registering. */
  readonly givesBibs: true | undefined;
  /** It proves whose registration it is. */
  readonly hold: string | undefined;
  /** The next actions. */
  readonly children: ComponentChildren;
}

/**
 * How a registration ended, directly after it was sent. Pages of the second script must not import this file, because it
 * loads that script: they use `Confirmation` and `NotRegistered` themselves.
 */
export const Outcome = ({ status, people, givesBibs, hold = '', children }: OutcomeProps) =>
  status.status === 'confirmed' ? (
    <Confirmation status={status} worn={givesBibs && t.bibNone}>
      {givesBibs && <p>{t.bibsLater}</p>}
      {isInTeam(status) && <OwnTeam {...status} token={hold} />}
      {children}
    </Confirmation>
  ) : (
    <NotRegistered status={status} people={people}>
      {children}
    </NotRegistered>
  );
