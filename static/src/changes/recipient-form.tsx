import { useState } from 'preact/hooks';
import { ErrorSummary } from '../form/error-summary';
import { Field } from '../form/field';
import type { Failure } from '../http/failure';
import type { Recipient } from '../http/lazy-api';
import { Heading } from '../page/heading';
import { SendingNote } from '../page/use-sending';
import * as changeTexts from '../texts/changes';
import * as t from '../texts/page';
import { readRecipient } from './passing-on';

interface RecipientFormProps {
  readonly typed: Recipient;
  readonly eventName: string;
  /** What they pay for the change. */
  readonly fee: string | undefined;
  readonly isSending: boolean;
  readonly failure: Failure | undefined;
  readonly stayHref: string;
  readonly onType: (field: keyof Recipient, text: string) => void;
  readonly onSend: (recipient: Recipient) => void;
}

/** The form that asks who should run instead. */
export const RecipientForm = (props: RecipientFormProps) => {
  const { typed, eventName, fee, isSending, failure, stayHref, onType, onSend } = props;
  const [round, setRound] = useState(0);
  const read = readRecipient(typed);
  const errors = round > 0 && read.kind === 'errors' ? read.errors : {};
  const lines = (['firstName', 'email'] as const).flatMap((field) => {
    const message = errors[field];
    return message ? [{ to: `recipient-${field}`, message }] : [];
  });
  const box = (field: keyof Recipient) => ({
    value: typed[field],
    readOnly: isSending,
    autoComplete: 'off',
    spellcheck: false,
    onInput: (event: { currentTarget: HTMLInputElement }) => onType(field, event.currentTarget.value),
  });
  return (
    <form
      class="sheet"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isSending) return;
        if (read.kind === 'ok') onSend(read.value);
        else setRound(round + 1);
      }}
    >
      <Heading>{changeTexts.passOnTitle}</Heading>
      <p class="lead">{changeTexts.passOnLead(eventName, fee)}</p>
      <SendingNote failure={failure} />
      <ErrorSummary lines={lines} round={round} />
      <Field
        id="recipient-firstName"
        label={changeTexts.recipientLabels.firstName}
        error={errors.firstName}
        input={box('firstName')}
      />
      <Field
        id="recipient-email"
        label={changeTexts.recipientLabels.email}
        hint={changeTexts.recipientHint}
        error={errors.email}
        input={{ ...box('email'), type: 'email', inputMode: 'email' }}
      />
      <div class="actions">
        <button type="submit" class="button" aria-disabled={isSending}>
          {isSending ? t.sending : changeTexts.sendOffer}
        </button>
        <a class="plain" href={stayHref}>
          {changeTexts.keepSpot}
        </a>
      </div>
    </form>
  );
};
