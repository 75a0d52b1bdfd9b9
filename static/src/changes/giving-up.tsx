import type { ComponentChildren } from 'preact';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { ProblemScreen } from '../page/problem-screen';
import type { Confirmed } from '../registration/outcome/confirmation';
import * as changeTexts from '../texts/changes';

/** What a screen needs on which a runner gives up their spot, for money or for another time. */
export interface GivingUpProps {
  readonly race: RaceMessage;
  readonly status: Confirmed;
  /** What they wear, once that is known. */
  readonly worn: number | undefined;
  readonly token: string;
  /** The first name of the person the spot is offered to at the moment. */
  readonly offeredTo: string | undefined;
  readonly stayHref: string;
  /** The registration has changed: load it again. */
  readonly onLookAgain: () => void;
}

type StillRegisteredProps = Pick<GivingUpProps, 'stayHref' | 'onLookAgain'> & {
  readonly title: string;
  readonly children: ComponentChildren;
};

/** Says why the spot stays with the runner. */
export const StillRegistered = ({ title, stayHref, onLookAgain, children }: StillRegisteredProps) => (
  <ProblemScreen key="refused" title={title}>
    <p>{children}</p>
    <div class="actions">
      <a class="button" href={stayHref} onClick={onLookAgain}>
        {changeTexts.seeRegistration}
      </a>
    </div>
  </ProblemScreen>
);
