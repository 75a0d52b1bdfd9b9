import type { FieldError } from '../api/faults';
import { type QuoteGiven, quoteRequest } from '../api/messages/quotes';
import { ProblemError } from '../api/problem-error';
import type { Route } from '../contract/routes';
import type { MissingLimited } from '../domain/limited';
import type { Handlers } from '../platform/http/api';
import { maxLargeJsonBytes } from '../platform/http/body';
import { reply } from '../platform/http/reply';
import type { SessionCookie } from '../platform/http/session-cookie';
import type { QuoteAnswer, QuoteRegistration } from './quote-registration';

interface Needs {
  readonly quote: QuoteRegistration;
  readonly sessions: Pick<SessionCookie, 'find'>;
  readonly now: () => Date;
}

export const quoteRoutes = ({ quote, sessions, now }: Needs) =>
  ({
    'PUT /api/registrations/{registrationId}/quote': async (request) => {
      const { registrationId = '' } = request.path;
      const asked = request.json(quoteRequest, maxLargeJsonBytes);
      const sessionHash = await sessions.find(request);
      if (!sessionHash) throw new ProblemError('hold-invalid');
      const answer = await quote({ ...asked, registrationId, sessionHash, address: request.viewer });
      switch (answer.kind) {
        case 'quoted':
          return reply(200, bodyOf(registrationId, answer, now()));
        case 'hold-invalid':
          throw new ProblemError('hold-invalid');
        case 'hold-expired':
          throw new ProblemError('hold-expired', { reason: 'before-payment' });
        case 'no-form':
          throw notAsExpected([{ field: 'form', code: 'no-form' }]);
        case 'too-many-quotes':
          throw new ProblemError('too-many-quotes');
        case 'not-the-one-who-waited':
          throw new ProblemError('not-the-one-who-waited');
        case 'missing':
          throw missing(answer.missing);
        case 'code-unknown':
          throw new ProblemError('code-unknown', { code: answer.place });
        case 'code-expired':
          throw new ProblemError('code-expired', { code: answer.place });
        case 'code-used-up':
          throw new ProblemError('code-used-up', { code: answer.place, left: 0 });
        case 'access-withdrawn':
          throw new ProblemError('access-needed', { reason: 'withdrawn' });
        case 'second-discount':
          throw notAsExpected([{ field: `codes.${answer.place}`, code: 'second-discount' }]);
        case 'too-many-tries':
          throw new ProblemError('too-many-tries', { retryAfter: 900 });
        case 'too-many-free':
          throw new ProblemError('code-free-today', { code: answer.place, retryAfter: 43_200 });
        case 'list-tried-too-often':
          throw new ProblemError('list-tried-too-often', { retryAfter: 900 });
        case 'team-code-wrong':
          throw new ProblemError('team-code-wrong');
        case 'team-closed':
          throw new ProblemError('team-closed');
        case 'too-many-units':
          throw tooManyClaims(answer);
        case 'busy':
          throw new ProblemError('busy', { reason: 'crowd', retryAfter: 1 });
        case 'unsettled':
          throw new ProblemError('busy', { reason: 'slow', retryAfter: 2 });
        case 'not-eligible':
          throw new ProblemError('not-eligible', { errors: answer.broken as readonly FieldError[] });
        case 'form-changed':
          throw new ProblemError('form-changed', { form: answer.form, errors: answer.faults as readonly FieldError[] });
        case 'wrong':
          throw notAsExpected(answer.faults as readonly FieldError[]);
      }
    },
  }) satisfies Handlers<Route>;

const bodyOf = (
  registrationId: string,
  { quote, form, entry, dropped, currency, price, registered, expiresAt }: Extract<QuoteAnswer, { kind: 'quoted' }>,
  now: Date,
): QuoteGiven => ({
  registrationId,
  quote,
  form,
  entry: { people: entry.people.map((person) => ({ ...person })), order: { ...entry.order } },
  dropped: [...dropped],
  currency,
  lines: price.people.flatMap(({ registrationId: of, lines }) =>
    lines.map(({ kind, ref, label, list, amount }) => ({ registrationId: of, kind, ref, label, list, amount })),
  ),
  shares: price.people.map(({ registrationId: of, share }) => ({ registrationId: of, amount: share })),
  total: price.total,
  registered: entry.people.map(({ registrationId: of }, n) => ({
    registrationId: of,
    registered: registered[n] ?? 'unknown',
  })),
  expiresAt: new Date(expiresAt).toISOString(),
  now: now.toISOString(),
});

const tooManyClaims = ({ of: reason, left, retryAfter }: Extract<QuoteAnswer, { kind: 'too-many-units' }>) =>
  new ProblemError('too-many-claims', { reason, left, retryAfter });

/** It is gone if any of it is: then waiting does not help. */
const missing = (limited: readonly MissingLimited[]) => {
  const items = limited
    .filter(({ kind }) => kind === 'item')
    .map(({ ref, state, left, ofNetwork }) => ({ variant: ref, state, left, ...(ofNetwork && { ofNetwork }) }));
  const code = limited.find(({ kind }) => kind === 'code');
  const team = limited.find(({ kind }) => kind === 'team');
  // The items come first: without them the runner may not want the code any more.
  if (items.length === 0 && code) return missingUse(code);
  if (items.length === 0 && team) return missingPlace(team);
  return items.some(({ state }) => state === 'gone')
    ? new ProblemError('item-gone', { items })
    : new ProblemError('item-held', { items, retryAfter: 30 });
};

/** One code lowers a price, so its place is 0 where nobody said another. */
const missingUse = ({ state, left }: MissingLimited) =>
  state === 'gone'
    ? new ProblemError('code-used-up', { code: 0, left })
    : new ProblemError('code-held', { code: 0, left, retryAfter: 30 });

const missingPlace = ({ state, left }: MissingLimited) =>
  state === 'gone' ? new ProblemError('team-full', { left }) : new ProblemError('team-held', { left, retryAfter: 30 });

const notAsExpected = (errors: readonly FieldError[]) =>
  new ProblemError('invalid-request', { reason: 'fields', errors });
