import type { Failure } from '../http/failure';
import { failureWords } from '../page/problem-screen';
import * as changeTexts from '../texts/changes';

interface PayActionsProps {
  readonly raceId: string;
  /** Of the button, such as "Pay €15.00". */
  readonly label: string;
  /** Why it was not possible just now. */
  readonly failure: Failure | undefined;
  readonly onPay: () => void;
}

/** The buttons below what a runner can pay for. */
export const PayActions = ({ raceId, label, failure, onPay }: PayActionsProps) => (
  <>
    {failure && (
      <div class="note note-bad" role="alert">
        <p>{failureWords(failure)}</p>
      </div>
    )}
    <div class="actions">
      <button type="button" class="button" onClick={onPay}>
        {label}
      </button>
      <a class="button button-quiet" href={`/races/${raceId}`}>
        {changeTexts.seeRace}
      </a>
    </div>
  </>
);
