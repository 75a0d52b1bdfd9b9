import { useState } from 'preact/hooks';
import type { HoldGranted } from '../../../../lambdas/api/messages/holds';
import { ErrorSummary } from '../../form/error-summary';
import { FieldError } from '../../form/field';
import { StepForm } from '../../form/step-form';
import type { Failure } from '../../http/failure';
import { Heading } from '../../page/heading';
import { SendingNote } from '../../page/use-sending';
import * as t from '../../texts/page';

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

/** The text of the waiver and the box to accept it. */
export const WaiverForm = (props: WaiverFormProps) => {
  const { waiver, isAccepted, hasChanged, busyWords, failure, onAnswer, onBack, onDone } = props;
  const { others = [] } = props;
  const { changedWords = t.waiverChanged, doneWords = t.waiverDone } = props;
  const [round, setRound] = useState(0);
  const error = round > 0 && !isAccepted ? t.waiverMustAccept : undefined;
  const submit = () => {
    if (isAccepted) onDone();
    else setRound(round + 1);
  };
  return (
    <StepForm {...{ doneWords, busyWords, onBack }} onSubmit={submit}>
      <Heading>{hasChanged ? t.waiverChangedTitle : t.waiverTitle}</Heading>
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
        <p class="quiet">{t.waiverVersion(waiver.version)}</p>
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
          {t.waiverAccept(others)}
        </label>
      </div>
      <SendingNote failure={failure} />
    </StepForm>
  );
};
