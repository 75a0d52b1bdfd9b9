import * as v from 'valibot';
import type { Form } from '../../lambdas/api/form/definition/question';
import type { Entry } from '../../lambdas/api/form/entry';
import { answersFor, donationFor, itemsFor } from '../../lambdas/api/form/fill';
import { publishedForm } from '../../lambdas/api/messages/forms';
import type { HoldGranted } from '../../lambdas/api/messages/holds';
import { type QuoteGiven, quoteGiven } from '../../lambdas/api/messages/quotes';
import { problemIn, read } from '../browser/answers';
import { randomOf } from '../generator/random';
import type { Wish } from '../report/test-report';
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
  | { readonly kind: 'quoted'; readonly given: QuoteGiven }
  | { readonly kind: 'refused'; readonly outcome: Outcome };

const changed = v.object({ form: v.number() });

/** A form may change while it is filled in; a second time within one runner's minutes is a fault. */
const mostForms = 2;

/** Fills in whatever form the hold names, for everybody, and has it quoted. Reads the form once more when it has changed. */
export const fillInForm = async (
  session: UserSession,
  { site, raceId, person, companions = [], donates = false }: Journey,
  held: HoldGranted,
  first: number,
): Promise<Filled> => {
  const { registrationId, eventId, hold } = held;
  const ids = [registrationId, ...(held.companions ?? [])];
  let revision = first;
  for (let forms = 1; ; forms++) {
    const url = `${site.url}/api/races/${encodeURIComponent(raceId)}/forms/${revision}`;
    // The definition was checked when it was saved; its schema here says that it is one.
    const form = read(publishedForm, await session.ask('form', { method: 'GET', url })) as unknown as Form;
    const entry: Entry = {
      people: [person, ...companions].map(({ firstName, lastName, email, birthDate }, n) => {
        const items = itemsFor(form, eventId, session.random);
        return {
          registrationId: ids[n] ?? '',
          ...{ firstName, lastName, email, birthDate },
          answers: answersFor(form, eventId, 'person', session.random),
          ...(items.length > 0 && { items: [...items] }),
        };
      }),
      order: {
        answers: answersFor(form, eventId, 'order', session.random),
        ...(donates && { donation: donationFor(form, session.random) }),
      },
    } as Entry;
    const answer = await session.ask('quote', {
      method: 'PUT',
      url: `${site.url}/api/registrations/${registrationId}/quote`,
      json: { hold, form: revision, entry },
    });
    if (answer.status === 200) return { kind: 'quoted', given: read(quoteGiven, answer) };
    if (problemIn(answer) !== 'form-changed' || forms === mostForms)
      return { kind: 'refused', outcome: refusal(answer) };
    revision = read(changed, answer).form;
  }
};
