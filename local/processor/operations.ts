import { cardWithToken, type TestCard } from './cards';
import { allowOnly, type Form, required, wholeNumber } from './form';
import { canceled, captured, confirmed } from './intent';
import { invalid, missing } from './problem';
import { type Intent, newId } from './records';
import type { Store } from './store';

export type IntentAction = 'confirm' | 'capture' | 'cancel';

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000);

export const createIntent = (form: Form, now: Date): Intent => {
  allowOnly(form, [
    'amount',
    'currency',
    'capture_method',
    'description',
    /^payment_method_types\[\d*\]$/,
    /^metadata\[[^\]]+\]$/,
  ]);
  const amount = wholeNumber(required(form, 'amount'), 'amount');
  const currency = required(form, 'currency').toLowerCase();
  if (!/^[a-z]{3}$/.test(currency)) throw invalid(`Invalid currency: ${currency}`, 'currency');
  const capture = form.get('capture_method') ?? 'automatic';
  if (capture !== 'manual' && capture !== 'automatic') throw invalid('Must be manual or automatic.', 'capture_method');
  const description = form.get('description');
  return {
    id: newId('pi'),
    created: secondsOf(now),
    amount,
    currency,
    capture,
    metadata: metadataOf(form),
    ...(description !== undefined && { description }),
    status: 'requires_payment_method',
  };
};

export const metadataOf = (form: Form): Record<string, string> => {
  const metadata = new Map<string, string>();
  for (const [name, value] of form) {
    const key = /^metadata\[([^\]]{1,40})\]$/.exec(name)?.[1];
    if (key) metadata.set(key, value.slice(0, 500));
  }
  return Object.fromEntries(metadata);
};

/** The card that a confirmation names. */
export const cardOf = (store: Store, form: Form): TestCard => {
  const id = required(form, 'payment_method');
  const card = cardWithToken(store.method(id)?.card ?? id);
  if (!card) throw missing('PaymentMethod', id, 'payment_method', 400);
  return card;
};

export const change = (action: IntentAction, store: Store, intent: Intent, form: Form, now: Date): Intent => {
  switch (action) {
    case 'confirm':
      allowOnly(form, ['payment_method', 'error_on_requires_action', 'off_session']);
      return confirmed(intent, required(form, 'payment_method'), cardOf(store, form));
    case 'capture': {
      allowOnly(form, ['amount_to_capture']);
      const amount = wholeNumber(form.get('amount_to_capture') ?? String(intent.amount), 'amount_to_capture');
      return captured(intent, amount, cardWithToken(intent.card ?? ''), secondsOf(now));
    }
    case 'cancel':
      allowOnly(form, ['cancellation_reason']);
      return canceled(intent, form.get('cancellation_reason') ?? 'requested_by_customer', secondsOf(now));
  }
};

export const findIntent = (store: Store, id: string): Intent => {
  const intent = store.intents.get(id);
  if (!intent) throw missing('payment_intent', id, 'intent');
  return intent;
};
