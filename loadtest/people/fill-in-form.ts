import * as v from 'valibot';
import type { Form } from '../../lambdas/api/form/definition/form';
import type { Entry } from '../../lambdas/api/form/entry';
import { answersFor, donationFor, itemsBut, itemsFor } from '../../lambdas/api/form/fill';
import { signedBy } from '../../lambdas/api/form/fill-people';
import { publishedForm } from '../../lambdas/api/messages/forms';
import type { HoldGranted } from '../../lambdas/api/messages/holds';
import { type QuoteGiven, quoteGiven } from '../../lambdas/api/messages/quotes';
import { problemIn, read } from '../browser/answers';
import { randomOf } from '../generator/random';
import type { Wish } from '../report/test-report';
import { type OpenBasket, openBasket, type Pieces } from './basket';
import type { Journey } from './journey';
import type { Outcome } from './outcome';
import { refusal } from './refusal';
import type { UserSession } from './user-session';

/** Drawn from a stream of its own, so that everything else a runner draws stays the same. */
const ownStreams = 0xd0e5;

/** Whether the n-th runner of a crowd donates where the race asks for it: the same for the same seed. */
export const donatesOf = ({ seed, donate = 0 }: Pick<Wish, 'seed' | 'donate'>, n: number): boolean =>
  donate > 0 && randomOf(seed ^ ownStreams, n)() * 100 < donate;

export type Filled =
  | { readonly kind: 'quoted'; readonly given: QuoteGiven; readonly basket: OpenBasket }
  | { readonly kind: 'refused'; readonly outcome: Outcome };

const changed = v.object({ form: v.number() });
const lacking = v.object({
  items: v.array(v.object({ variant: v.string(), state: v.picklist(['held', 'gone']), left: v.number() })),
});

/** A form may change while it is filled in; a second time within one runner's minutes is a fault. */
const mostForms = 2;

/** Invents what everybody of a journey says. */
const entryFor = (form: Form, held: HoldGranted, journey: Journey, random: () => number): Entry => {
  const { person, companions = [], donates = false } = journey;
  const { registrationId, eventId } = held;
  const ids = [registrationId, ...(held.companions ?? [])];
  const people = [person, ...companions].map(({ firstName, lastName, email, birthDate }, n) => {
    const items = itemsFor(form, eventId, random);
    return {
      registrationId: ids[n] ?? '',
      ...{ firstName, lastName, email, birthDate },
      answers: answersFor(form, eventId, 'person', random),
      ...(items.length > 0 && { items: [...items] }),
    };
  });
  // All of them are adults, in every time zone.
  const today = new Date().toISOString().slice(0, 10);
  return {
    people: signedBy(form, people, today, random),
    order: {
      answers: answersFor(form, eventId, 'order', random),
      ...(donates && { donation: donationFor(form, random) }),
    },
  } as Entry;
};

/** The same entry with other items, where some variants cannot be had. */
const entryBut = (
  entry: Entry,
  form: Form,
  eventId: string,
  missing: ReadonlySet<string>,
  random: () => number,
): Entry => ({
  ...entry,
  people: entry.people.map(({ items, without: _, ...person }) => ({
    ...person,
    ...itemsBut(form, eventId, items ?? [], missing, random),
  })) as Entry['people'],
});

const piecesOf = ({ people }: Entry): Pieces => {
  const pieces: Record<string, number> = {};
  for (const { variant, quantity } of people.flatMap(({ items = [] }) => items))
    pieces[variant] = (pieces[variant] ?? 0) + quantity;
  return pieces;
};

/**
 * Fills in whatever form the hold names, for everybody, and has it quoted. Reads the form once more when it has changed, and
 * takes another size when one cannot be had. Goes on without a code that is used up, or whose last uses others have.
 */
export const fillInForm = async (
  session: UserSession,
  journey: Journey,
  held: HoldGranted,
  first: number,
): Promise<Filled> => {
  const { site, raceId } = journey;
  const { registrationId, eventId, hold } = held;
  const basket = openBasket();
  const missing = new Set<string>();
  const formOf = async (revision: number) => {
    const url = `${site.url}/api/races/${encodeURIComponent(raceId)}/forms/${revision}`;
    // The definition was checked when it was saved; its schema here says that it is one.
    return read(publishedForm, await session.ask('form', { method: 'GET', url })) as unknown as Form;
  };
  let [revision, form, forms] = [first, await formOf(first), 1];
  let entry = entryFor(form, held, journey, session.random);
  let { code } = journey;
  for (;;) {
    const answer = await session.ask(
      'quote',
      {
        method: 'PUT',
        url: `${site.url}/api/registrations/${registrationId}/quote`,
        json: { hold, form: revision, entry, ...(code !== undefined && { codes: [code] }) },
      },
      'item-held',
      'code-held',
    );
    if (answer.status === 200) {
      const given = read(quoteGiven, answer);
      basket.quoted(given);
      return { kind: 'quoted', given, basket };
    }
    const problem = problemIn(answer);
    if ((problem === 'item-gone' || problem === 'item-held') && session.hasTime) {
      const { items } = read(lacking, answer);
      basket.asked(piecesOf(entry), items);
      for (const { variant } of items) missing.add(variant);
      entry = entryBut(entry, form, eventId, missing, session.random);
    } else if (code !== undefined && (problem === 'code-used-up' || problem === 'code-held')) {
      code = undefined;
    } else if (problem === 'form-changed' && forms < mostForms) {
      revision = read(changed, answer).form;
      [form, forms] = [await formOf(revision), forms + 1];
      entry = entryFor(form, held, journey, session.random);
    } else return { kind: 'refused', outcome: { ...refusal(answer), basket: basket.told() } };
  }
};
