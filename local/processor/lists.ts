import type { Book } from './book';
import { allowOnly, type Form, required, wholeNumber } from './form';
import { findIntent } from './operations';
import { invalid, missing } from './problem';
import type { Intent } from './records';
import { findRefund } from './refund';
import { showRefund } from './show';

export interface Page {
  readonly intents: readonly Intent[];
  readonly hasMore: boolean;
}

const limitOf = (form: Form): number => wholeNumber(form.get('limit') ?? '10', 'limit', 1, 100);

/** Newest first, a page at a time; `created[gte|gt|lte|lt]` in seconds since the epoch. */
export const listIntents = (book: Book, form: Form): Page => {
  allowOnly(form, ['limit', 'starting_after', /^created\[(gte|gt|lte|lt)\]$/]);
  const limit = limitOf(form);
  const bound = (name: string, otherwise: number) =>
    form.has(name) ? wholeNumber(form.get(name) ?? '', name, 0, 9_999_999_999) : otherwise;
  const from = Math.max(bound('created[gte]', 0), bound('created[gt]', -1) + 1);
  const to = Math.min(bound('created[lte]', Infinity), bound('created[lt]', Infinity) - 1);

  const after = form.get('starting_after');
  const start = after === undefined ? book.order.length : book.place(after);
  if (start === undefined) throw missing('payment_intent', after ?? '', 'starting_after', 400);

  const intents: Intent[] = [];
  for (let place = start - 1; place >= 0; place--) {
    const intent = book.intents.get(book.order[place] ?? '');
    if (!intent || intent.created > to) continue;
    if (intent.created < from) break;
    if (intents.length === limit) return { intents, hasMore: true };
    intents.push(intent);
  }
  return { intents, hasMore: false };
};

const query = /^\s*metadata\[(['"])registration_id\1\]\s*:\s*(['"])((?:[^'"\\]|\\.)*)\2\s*$/;

/** Of Stripe's query language, the one question we ask. */
export const searchIntents = (book: Book, form: Form): Page => {
  allowOnly(form, ['query', 'limit', 'page']);
  const registrationId = query.exec(required(form, 'query'))?.[3];
  if (registrationId === undefined) {
    throw invalid("The sandbox understands metadata['registration_id']:'…' only.", 'query');
  }
  const found = book.ofRegistration(registrationId.replace(/\\(.)/g, '$1'));
  return { intents: found.slice(0, limitOf(form)), hasMore: false };
};

/** Newest first, of one intent or of all. */
export const listRefunds = (book: Book, form: Form) => {
  allowOnly(form, ['payment_intent', 'limit', 'starting_after']);
  const id = form.get('payment_intent');
  const limit = wholeNumber(form.get('limit') ?? '10', 'limit', 1, 100);
  const all = [...book.refunds(id === undefined ? undefined : findIntent(book, id).id)].reverse();
  const after = form.get('starting_after');
  const start = after === undefined ? 0 : all.indexOf(findRefund(book, after)) + 1;
  return {
    object: 'list',
    url: '/v1/refunds',
    has_more: all.length > start + limit,
    data: all.slice(start, start + limit).map((refund) => showRefund(refund)),
  };
};
