import { useState } from 'preact/hooks';
import type { HoldGranted } from '../../../../lambdas/api/messages/holds';
import { ErrorSummary } from '../../form/error-summary';
import { FieldError } from '../../form/field';
import type { Failure } from '../../http/failure';
import { Heading } from '../../page/heading';
import { SendingNote } from '../../page/use-sending';

interface WaiverFormProps {
  readonly waiver: HoldGranted['waiver'];
  readonly isAccepted: boolean;
  /** The names of the others in the group: the runner accepts the waiver for them as well. */
  readonly others?: readonly string[];
  /** The text has changed since the runner accepted it. */
  readonly hasChanged: boolean;
  readonly changedWords?: string;
  readonly doneWords?: string;
  /** The text of the button while the page waits for the answer. */
  readonly busyWords?: string | undefined;
  readonly failure?: Failure | undefined;
  readonly onAnswer: (isAccepted: boolean) => void;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

const mustAccept = 'You can only run if you accept the waiver';

/** The names as a list in words: `Ada, Bea and Cid`. */
export const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const changedAfterHolding =
  'The race changed its waiver after you read it. Please read this version. You have not been charged, and your spot is still held.';

/** The text of the waiver and the box to accept it. */
export const WaiverForm = (props: WaiverFormProps) => {
  const { waiver, isAccepted, hasChanged, busyWords, failure, onAnswer, onBack, onDone } = props;
  const { others = [] } = props;
  const { changedWords = changedAfterHolding, doneWords = 'Continue to payment' } = props;
  const [round, setRound] = useState(0);
  const error = round > 0 && !isAccepted ? mustAccept : undefined;
  return (
    <form
      class="sheet"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (busyWords) return;
        if (isAccepted) onDone();
        else setRound(round + 1);
      }}
    >
      <Heading>{hasChanged ? 'The waiver has changed' : 'The waiver'}</Heading>
      {hasChanged && (
        <p class="note" role="status">
          {changedWords}
        </p>
      )}
      <ErrorSummary lines={error ? [{ to: 'accept', message: error }] : []} round={round} />
      <div class="paper">
        {waiver.text.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p class="quiet">Version {waiver.version}</p>
      </div>
      <div class="field" data-wrong={error ? '' : undefined}>
        {error && <FieldError id="accept">{error}</FieldError>}
        <label class="choice choice-wide" for="accept">
          <input
            type="checkbox"
            id="accept"
            checked={isAccepted}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'accept-error' : undefined}
            onChange={(event) => onAnswer(event.currentTarget.checked)}
          />
          I have read the waiver and accept it
          {others.length > 0 && ` for myself and for ${joinNames(others)}, on whose behalf I act`}
        </label>
      </div>
      <SendingNote failure={failure} />
      <div class="actions">
        <button type="submit" class="button" aria-disabled={busyWords !== undefined}>
          {busyWords ?? doneWords}
        </button>
        <button type="button" class="plain" onClick={onBack}>
          Back
        </button>
      </div>
    </form>
  );
};
