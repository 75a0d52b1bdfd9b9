import type { IdentityMessage } from '../../../../lambdas/api/messages/registrations';
import { today } from '../../flow/controller';
import type { TypedField } from '../../flow/draft';
import { faultsIn, identityFields, readIdentity } from '../../flow/runner';
import { ErrorSummary } from '../../form/error-summary';
import { IdentityFields } from '../../form/identity-fields';
import { useAnswers } from '../../form/use-answers';
import { Heading } from '../../page/heading';
import { SendingNote } from '../../page/use-sending';
import { HowMany } from '../../race/how-many';
import { now } from '../../time/ticker';
import type { Joining } from './joining';

interface JoinFormProps {
  readonly joining: Joining;
  readonly eventName: string;
  readonly onType: (field: TypedField, text: string) => void;
  readonly onSize: (size: number) => void;
  readonly onClear: () => void;
  readonly onSend: (runner: IdentityMessage) => void;
}

/** The form to join a waiting list. */
export const JoinForm = ({ joining, eventName, onType, onSize, onClear, onSend }: JoinFormProps) => {
  const { draft, stage } = joining;
  const failure = stage.kind === 'typing' ? stage.failure : undefined;
  const findings = failure?.kind === 'problem' && failure.name === 'invalid-request' ? (failure.errors ?? []) : [];
  const faults = faultsIn(findings);
  const read = readIdentity(draft.typed, today(now.peek()));
  const own = read.kind === 'errors' ? read.errors : {};
  const answers = useAnswers({ typed: draft.typed, fields: identityFields, own, faults, onType });
  const isTurnedDown = Object.keys(faults).length > 0;
  const isSending = stage.kind === 'sending';

  const submit = (event: Event) => {
    event.preventDefault();
    if (isSending) return;
    if (read.kind === 'identity') onSend(read.identity);
    else answers.judge();
  };

  return (
    <form class="sheet" onSubmit={submit} noValidate>
      <Heading>Join the waiting list</Heading>
      <p class="lead">
        When a spot in {eventName} comes back, it is offered to the first in line, then to the next. A place in line
        costs nothing, and it is no promise: perhaps no spot comes back.
      </p>
      <HowMany id="people" people={draft.size} onChoose={onSize} isFixed={isSending} />
      <div role="status">
        {draft.size > 1 && (
          <p>
            {draft.size} spots are offered to you at once, as soon as so many are free together. Those who need fewer
            may get theirs before; you keep your place. Now we only need to know who of you pays; the others are asked
            then.
          </p>
        )}
      </div>
      <SendingNote failure={isTurnedDown ? undefined : failure} />
      <ErrorSummary lines={answers.lines} round={answers.round + (isTurnedDown ? 1 : 0)} />
      <IdentityFields
        answers={answers}
        emailHint={`We write here when ${draft.size > 1 ? `${draft.size} spots are` : 'a spot is'} yours.`}
        isFixed={isSending}
      />
      <p class="quiet">
        {draft.size > 1
          ? 'The spots will be kept for exactly this runner and who comes along, so please write it as on your identity card.'
          : 'The spot will be kept for exactly this runner, so please write it as on your identity card.'}
      </p>
      <div class="actions">
        <button type="submit" class="button" aria-disabled={isSending}>
          {isSending ? 'Joining…' : 'Join the waiting list'}
        </button>
        <button type="button" class="plain" onClick={onClear}>
          Clear what I typed
        </button>
      </div>
    </form>
  );
};
