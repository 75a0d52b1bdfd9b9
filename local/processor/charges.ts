import type { Book } from './book';
import { allowOnly, type Form, required, wholeNumber } from './form';
import { findIntent } from './operations';

/** Every try of a card on an intent, newest first, as little of it as anybody asks for. */
export const listCharges = (book: Book, form: Form) => {
  allowOnly(form, ['payment_intent', 'limit']);
  const limit = wholeNumber(form.get('limit') ?? '10', 'limit', 1, 100);
  const intent = findIntent(book, required(form, 'payment_intent'));
  const declines = intent.declines ?? 0;
  const statuses = [
    ...Array.from({ length: declines }, () => 'failed'),
    ...(intent.paymentMethod ? ['succeeded'] : []),
  ];
  const data = statuses
    .map((status, index) => ({
      id: `ch_${intent.id.slice(3)}_${index + 1}`,
      object: 'charge',
      amount: intent.amount,
      currency: intent.currency,
      payment_intent: intent.id,
      status,
    }))
    .reverse();
  return { object: 'list', url: '/v1/charges', has_more: data.length > limit, data: data.slice(0, limit) };
};
