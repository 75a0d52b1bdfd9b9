import type { Controller } from '../../flow/controller';
import type { BankWindow, Stage } from '../../flow/stage';
import { Heading } from '../../page/heading';
import { figures } from '../../page/marks';
import { useMilestones } from '../../page/milestones';
import { useNow } from '../../page/use-value';
import * as t from '../../texts/page';
import * as pay from '../../texts/payment';
import { clockFace, inWords, secondsUntil } from '../../time/duration';

interface AuthenticatingProps {
  readonly stage: Extract<Stage, { kind: 'authenticating' }>;
  readonly controller: Pick<Controller, 'dispatch'>;
}

const openWords: Readonly<Record<BankWindow, string>> = {
  open: pay.bankNoWindow,
  closed: pay.bankOpenAgain,
  elsewhere: pay.bankHere,
  blocked: t.tryAgain,
};

const announcedSeconds = [120, 60];

/** While the bank asks. Its window is the processor's and stands above the page. */
export const Authenticating = ({ stage, controller }: AuthenticatingProps) => {
  const { window: at, until, isAboutFirstCard } = stage;
  const left = secondsUntil(until, useNow());
  useMilestones(left, announcedSeconds, (mark) => `${pay.bankTime}: ${inWords(mark)}`);
  return (
    <section class="sheet notice-sheet">
      <Heading>{at === 'elsewhere' ? pay.bankElsewhereTitle : pay.bankTitle}</Heading>
      <div role="status">
        {isAboutFirstCard && <p class="note">{pay.bankFirstCard}</p>}
        <p>{pay.bankWords[at]}</p>
      </div>
      <p role="timer">{pay.bankClock(figures, clockFace(left))}</p>
      <div class="actions">
        <button
          type="button"
          class={at === 'open' ? 'button button-quiet' : 'button'}
          onClick={() => controller.dispatch({ kind: 'bank-window', window: 'open', take: at === 'elsewhere' })}
        >
          {openWords[at]}
        </button>
        {at !== 'elsewhere' && (
          <button type="button" class="plain" onClick={() => controller.dispatch({ kind: 'other-card-wanted' })}>
            {pay.bankOtherCard}
          </button>
        )}
      </div>
    </section>
  );
};
