import { useState } from 'preact/hooks';
import type { HoldGranted } from '../../../lambdas/api/holds';
import { ErrorSummary } from '../form/error-summary';
import { FieldError } from '../form/field';
import { Heading } from '../page/heading';

interface WaiverFormProps {
  readonly waiver: HoldGranted['waiver'];
  readonly isAccepted: boolean;
  /** The text is another than the one accepted a moment ago. */
  readonly hasChanged: boolean;
  readonly onAnswer: (isAccepted: boolean) => void;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

const mustAccept = 'You can only run if you accept the waiver';

export const WaiverForm = ({ waiver, isAccepted, hasChanged, onAnswer, onBack, onDone }: WaiverFormProps) => {
  const [round, setRound] = useState(0);
  const error = round > 0 && !isAccepted ? mustAccept : undefined;
  return (
    <form
      class="sheet"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isAccepted) onDone();
        else setRound(round + 1);
      }}
    >
      <Heading>{hasChanged ? 'The waiver has changed' : 'The waiver'}</Heading>
      {hasChanged && (
        <p class="note" role="status">
          The race changed its waiver after you read it. Please read this version. You have not been charged, and your
          spot is still held.
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
        </label>
      </div>
      <div class="actions">
        <button type="submit" class="button">
          Continue to payment
        </button>
        <button type="button" class="plain" onClick={onBack}>
          Back
        </button>
      </div>
    </form>
  );
};
