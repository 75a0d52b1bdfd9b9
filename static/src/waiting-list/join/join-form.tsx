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
import * as t from '../../texts/page';
import * as listTexts from '../../texts/waiting-list';
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
  const findings = failure?.kind === 'problem' && failure.name === 'invalid-request' ? (failure.faults ?? []) : [];
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
      <Heading>{listTexts.joinTitle}</Heading>
      <p class="lead">{listTexts.joinLead(eventName)}</p>
      <HowMany id="people" people={draft.size} onChoose={onSize} isFixed={isSending} />
      <div role="status">{draft.size > 1 && <p>{listTexts.joinGroup(draft.size)}</p>}</div>
      <SendingNote failure={isTurnedDown ? undefined : failure} />
      <ErrorSummary lines={answers.lines} round={answers.round + (isTurnedDown ? 1 : 0)} />
      <IdentityFields answers={answers} emailHint={listTexts.joinEmailHint(draft.size)} isFixed={isSending} />
      <p class="quiet">{listTexts.joinIdentity(draft.size)}</p>
      <div class="actions">
        <button type="submit" class="button" aria-disabled={isSending}>
          {isSending ? listTexts.joining : listTexts.joinTitle}
        </button>
        <button type="button" class="plain" onClick={onClear}>
          {t.clear}
        </button>
      </div>
    </form>
  );
};
