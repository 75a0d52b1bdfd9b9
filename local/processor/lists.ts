import { findRefund } from './after-capture/refund';
import { showRefund } from './api-objects';
import { allowOnly, type Form, required, wholeNumber } from './form';
import { findIntent } from './operations';
import { invalid, missing } from './problem';
import type { Intent } from './records';
import type { Store } from './store';

export interface Page {
  readonly intents: readonly Intent[];
  readonly hasMore: boolean;
}

const limitOf = (form: Form): number => wholeNumber(form.get('limit') ?? '10', 'limit', 1, 100);

/** `created[…]` of a list, in seconds since the epoch. */
export const createdBounds = (form: Form): { readonly from: number; readonly to: number } => {
  const bound = (name: string, otherwise: number) =>
    form.has(name) ? wholeNumber(form.get(name) ?? '', name, 0, 9_999_999_999) : otherwise;
  return {
    from: Math.max(bound('created[gte]', 0), bound('created[gt]', -1) + 1),
    to: Math.min(bound('created[lte]', Infinity), bound('created[lt]', Infinity) - 1),
  };
};

/** The page of a short list that `limit` and `starting_after` ask for. `find` throws when it knows no such object. */
export const pageOf = <T>(all: readonly T[], form: Form, find: (id: string) => T) => {
  const limit = limitOf(form);
  const after = form.get('starting_after');
  const start = after === undefined ? 0 : all.indexOf(find(after)) + 1;
  return { data: all.slice(start, start + limit), has_more: all.length > start + limit };
};

/** One page of intents, newest first. `created[gte|gt|lte|lt]` are in seconds since the epoch. */
export const listIntents = (store: Store, form: Form): Page => {
  allowOnly(form, ['limit', 'starting_after', /^created\[(gte|gt|lte|lt)\]$/]);
  const limit = limitOf(form);
  const { from, to } = createdBounds(form);

  const after = form.get('starting_after');
  const start = after === undefined ? store.order.length : store.position(after);
  if (start === undefined) throw missing('payment_intent', after ?? '', 'starting_after', 400);

  const intents: Intent[] = [];
  for (let at = start - 1; at >= 0; at--) {
    const intent = store.intents.get(store.order[at] ?? '');
    if (!intent || intent.created > to) continue;
    if (intent.created < from) break;
    if (intents.length === limit) return { intents, hasMore: true };
    intents.push(intent);
  }
  return { intents, hasMore: false };
};

const query = /^\s*metadata\[(['"])registration_id\1\]\s*:\s*(['"])((?:[^'"\\]|\\.)*)\2\s*$/;

/** Understands one query of Stripe's query language: the registration id in the metadata. */
export const searchIntents = (store: Store, form: Form): Page => {
  allowOnly(form, ['query', 'limit', 'page']);
  const registrationId = query.exec(required(form, 'query'))?.[3];
  if (registrationId === undefined) {
    throw invalid("The sandbox understands metadata['registration_id']:'…' only.", 'query');
  }
  const found = store.ofRegistration(registrationId.replace(/\\(.)/g, '$1'));
  return { intents: found.slice(0, limitOf(form)), hasMore: false };
};

/** Newest first, of one intent or of all intents, between two instants. */
export const listRefunds = (store: Store, form: Form) => {
  allowOnly(form, ['payment_intent', 'limit', 'starting_after', /^created\[(gte|gt|lte|lt)\]$/]);
  const id = form.get('payment_intent');
  const { from, to } = createdBounds(form);
  const all = [...store.refunds(id === undefined ? undefined : findIntent(store, id).id)].reverse();
  const { data, has_more } = pageOf(
    all.filter(({ created }) => created >= from && created <= to),
    form,
    (after) => findRefund(store, after),
  );
  return { object: 'list', url: '/v1/refunds', has_more, data: data.map((refund) => showRefund(refund)) };
};
