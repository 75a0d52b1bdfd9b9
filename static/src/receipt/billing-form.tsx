import { useState } from 'preact/hooks';
import * as v from 'valibot';
import { type Billing, billing } from '../../../lambdas/api/messages/receipts';
import { namedCountries } from '../form/countries';
import { ErrorSummary } from '../form/error-summary';
import { described, Field, FieldError } from '../form/field';
import type { Failure } from '../http/failure';
import { SendingNote, useSending } from '../page/use-sending';
import * as t from '../texts/page';
import * as words from '../texts/receipt';
import { receiptApi } from './receipt-api';

const fields = ['name', 'address', 'country', 'taxId'] as const;
type BillingField = (typeof fields)[number];

interface BillingFormProps {
  readonly registrationId: string;
  readonly token: string;
  readonly before: Billing | undefined;
  readonly onSaved: (saved: Billing) => void;
  readonly onLeave: () => void;
}

const isIssued = (failure: Failure) => failure.kind === 'problem' && failure.name === 'document-issued';

/** Asks whom the invoice is addressed to. */
export const BillingForm = ({ registrationId, token, before, onSaved, onLeave }: BillingFormProps) => {
  const [typed, setTyped] = useState({ name: '', address: '', country: '', ...before, taxId: before?.taxId ?? '' });
  const [round, setRound] = useState(0);
  const { sending, send } = useSending();
  const { taxId, ...rest } = typed;
  // A field that is left empty is left out.
  const read = v.safeParse(billing, { ...rest, ...(taxId.trim() !== '' && { taxId }) });
  const isWrong = (field: BillingField) =>
    round > 0 && !read.success && read.issues.some(({ path }) => path?.[0]?.key === field);
  const errorOf = (field: BillingField) => (isWrong(field) ? words.billingWrong[field] : undefined);
  const lines = fields.flatMap((field) => {
    const message = errorOf(field);
    return message ? [{ to: `billing-${field}`, message }] : [];
  });
  const box = (field: BillingField) => ({
    value: typed[field],
    dir: 'auto' as const,
    onInput: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      setTyped({ ...typed, [field]: event.currentTarget.value }),
  });
  const marks = (field: BillingField, hint?: string) => ({
    id: `billing-${field}`,
    'aria-invalid': isWrong(field) ? true : undefined,
    'aria-describedby': described(`billing-${field}`, hint, errorOf(field)),
  });
  const isSending = sending.kind === 'sending';
  const failure = sending.kind === 'failed' ? sending.failure : undefined;

  const submit = (event: Event) => {
    event.preventDefault();
    if (!read.success) return setRound(round + 1);
    void send(
      () => receiptApi.setBilling(registrationId, token, read.output),
      () => onSaved(read.output),
    );
  };
  const addressError = errorOf('address');
  const countryError = errorOf('country');
  return (
    <form noValidate onSubmit={submit} aria-labelledby="billing">
      <SendingNote failure={failure && !isIssued(failure) ? failure : undefined} />
      {failure && isIssued(failure) && (
        <p class="note note-bad" role="alert">
          {words.billingIssued}
        </p>
      )}
      <ErrorSummary lines={lines} round={round} />
      <Field
        id="billing-name"
        label={words.billingLabels.name}
        error={errorOf('name')}
        input={{ ...box('name'), autoComplete: 'billing name' }}
      />
      <div class="field" data-wrong={addressError ? '' : undefined}>
        <label for="billing-address">{words.billingLabels.address}</label>
        <p class="hint" id="billing-address-hint">
          {words.billingAddressHint}
        </p>
        {addressError && <FieldError id="billing-address">{addressError}</FieldError>}
        <textarea
          rows={3}
          autoComplete="billing street-address"
          {...box('address')}
          {...marks('address', words.billingAddressHint)}
        />
      </div>
      <div class="field" data-wrong={countryError ? '' : undefined}>
        <label for="billing-country">{words.billingLabels.country}</label>
        {countryError && <FieldError id="billing-country">{countryError}</FieldError>}
        <select
          autoComplete="billing country"
          value={typed.country}
          onChange={(event) => setTyped({ ...typed, country: event.currentTarget.value })}
          {...marks('country')}
        >
          <option value="">{words.billingNoCountry}</option>
          {namedCountries().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Field
        id="billing-taxId"
        label={words.billingLabels.taxId}
        error={errorOf('taxId')}
        input={{ ...box('taxId'), autoComplete: 'off', spellcheck: false }}
      />
      <div class="actions">
        <button type="submit" class="button" aria-disabled={isSending}>
          {isSending ? t.sending : words.billingSave}
        </button>
        <button type="button" class="plain" onClick={onLeave}>
          {words.billingLeave}
        </button>
      </div>
    </form>
  );
};
