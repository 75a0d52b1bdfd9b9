import type { FieldError } from '../../api/faults';
import type { ActionRequired, RegistrationAccepted, RegistrationStatus } from '../../api/messages/registrations';
import { quotedSubmission, submission } from '../../api/messages/submission';
import { pollAfter } from '../../api/pace';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import { mayRetrySameCard } from '../../domain/payment';
import { type Identity, latestBirthDate, peopleFaults } from '../../domain/person';
import type { Entry } from '../../domain/quote';
import type { Handlers } from '../../platform/http/api';
import { maxQuotedJsonBytes } from '../../platform/http/body';
import { reply } from '../../platform/http/reply';
import { bearerOf, type Request, waitedOf } from '../../platform/http/request';
import type { SessionCookie } from '../../platform/http/session-cookie';
import type { Names } from '../ports';
import type { ShowRegistration } from '../show/show-registration';
import type { Status } from '../show/status';
import type { SubmitRegistration } from './submit-registration';

/** How long the processor may take before the runner is told to ask again. */
const processorDeadlineMs = 7_000;

interface PayNeeds {
  readonly submit: SubmitRegistration;
  readonly sessions: SessionCookie;
  readonly now: () => Date;
}

export const payRoutes = ({ submit, sessions, now }: PayNeeds) =>
  ({
    'PUT /api/registrations/{registrationId}': async (request) => {
      const { registrationId = '' } = request.path;
      const { waiver, ...submitted } = submittedIn(request);
      const errors =
        'runner' in submitted
          ? peopleFaults(named(submitted.runner, submitted.companions ?? []), latestBirthDate(now()))
          : [];
      if (errors.length > 0) throw notAsExpected(errors);
      const sessionHash = await sessions.find(request);
      if (!sessionHash) throw holdInvalid();
      const command = { ...submitted, registrationId, sessionHash, waiverHash: waiver?.hash ?? '' };
      const answer = await submit(command, now().getTime() + processorDeadlineMs);
      switch (answer.kind) {
        case 'accepted': {
          const body: RegistrationAccepted = { registrationId, status: 'processing', pollAfter: pollAfter(0) };
          return reply(202, body, { location: `/api/registrations/${registrationId}` });
        }
        case 'action-required': {
          const { clientSecret, payment, until } = answer;
          const body: ActionRequired = {
            status: 'action-required',
            registrationId,
            clientSecret,
            payment,
            until: new Date(until).toISOString(),
          };
          return reply(200, body);
        }
        case 'declined': {
          const { reason, triesLeft } = answer;
          throw new ProblemError('card-declined', { reason, mayRetrySameCard: mayRetrySameCard(reason), triesLeft });
        }
        case 'wrong-card':
          throw notAsExpected([answer.fault]);
        case 'hold-invalid':
          throw holdInvalid();
        case 'another-number':
          throw notAsExpected([{ field: 'companions', code: 'companions-count', limit: answer.expected }]);
        case 'hold-expired':
          throw new ProblemError('hold-expired', { reason: 'at-payment' });
        case 'not-the-one-who-waited':
          throw new ProblemError('not-the-one-who-waited');
        case 'waiver-changed':
          throw new ProblemError('waiver-changed', { reason: 'at-payment' });
        case 'page-outdated':
          throw new ProblemError('page-outdated');
        case 'quote-invalid':
          throw new ProblemError('quote-invalid');
        case 'entry-changed':
          throw new ProblemError('entry-changed');
        case 'paid-otherwise':
          throw new ProblemError('paid-otherwise');
        case 'payment-differs':
          throw new ProblemError('payment-differs');
        case 'payment-unknown':
          throw new ProblemError('payment-unknown', { retryAfter: retryAfterSeconds() });
      }
    },
  }) satisfies Handlers<Route>;

/**
 * Drawn, because many are told at the same moment: with one figure for all they would come back together, and meet the
 * processor's limit again.
 */
const retryAfterSeconds = () => 2 + Math.floor(Math.random() * 5);

const isQuoted = (body: unknown): boolean => typeof body === 'object' && body !== null && 'quote' in body;

/** Which of the two messages it is: what is wrong with it is said of that one alone. */
const submittedIn = (request: Request) => {
  const said = request.json((body) => (isQuoted(body) ? quotedSubmission : submission), maxQuotedJsonBytes);
  // The hash of the entry says that it is the one that was checked.
  return 'quote' in said ? { ...said, entry: said.entry as unknown as Entry } : said;
};

const named = (runner: Identity, companions: readonly Identity[]) => [
  { field: 'runner', who: runner },
  ...companions.map((who, n) => ({ field: `companions.${n}`, who })),
];

const notAsExpected = (errors: readonly FieldError[]) =>
  new ProblemError('invalid-request', { reason: 'fields', errors });

/** Also for a request without a session, which no hold can belong to. */
export const holdInvalid = () => new ProblemError('hold-invalid');

interface ShowNeeds {
  readonly show: ShowRegistration;
  readonly sessions: SessionCookie;
  readonly names: Names;
}

export const showRoutes = ({ show, sessions, names }: ShowNeeds) =>
  ({
    'GET /api/registrations/{registrationId}': async (request) => {
      const { registrationId = '' } = request.path;
      const answer = await show({
        registrationId,
        token: bearerOf(request),
        sessionHash: await sessions.find(request),
      });
      switch (answer.kind) {
        case 'decided': {
          const { raceId, eventId } = answer.status;
          const found = await names.find(raceId, eventId);
          return reply(200, statusBody(answer.status, found ?? { race: raceId, event: eventId }));
        }
        case 'processing':
          return reply(200, {
            registrationId,
            status: 'processing',
            pollAfter: pollAfter(waitedOf(request), answer.lag),
          } satisfies RegistrationStatus);
        case 'not-found':
          throw new ProblemError('not-found', { reason: 'not-yet-registered' });
        case 'not-yours':
          throw new ProblemError('not-yours', { reason: 'registration' });
      }
    },
  }) satisfies Handlers<Route>;

type Named = NonNullable<Awaited<ReturnType<Names['find']>>>;

const statusBody = (
  status: Status,
  { race: raceName, event: eventName, kind: eventKind }: Named,
): RegistrationStatus => {
  const {
    registrationId,
    raceId,
    eventId,
    outcome,
    number,
    payment,
    amount,
    currency,
    paidAs,
    entry,
    ended,
    refund,
    companions,
    takenOver,
    transfer,
    form,
    lines,
  } = status;
  const about = { registrationId, raceId, raceName, eventId, eventName, ...(eventKind && { eventKind }) };
  const consistsOf = {
    ...(form !== undefined && { form }),
    ...(lines && { lines: lines.map((line) => ({ ...line })) }),
  };
  if (outcome !== 'confirmed') return { ...about, status: outcome };
  if (ended === 'cancelled') return { ...about, status: ended, refund: refund ?? 0, currency, ...consistsOf };
  if (ended === 'deferred' || ended === 'transferred') return { ...about, status: ended };
  if (payment === 'failed' || payment === 'voided') return { ...about, status: 'payment-failed' };
  if (!entry || number === undefined)
    throw new Error(`registration ${registrationId} is confirmed without a runner or a number`);
  const { submittedAt, ...runner } = entry;
  return {
    ...about,
    status: 'confirmed',
    number,
    payment,
    amount,
    currency,
    ...(paidAs !== undefined && { paidByAnother: true }),
    ...(companions && { companions: [...companions] }),
    ...(takenOver && { takenOver }),
    ...(transfer && { transfer }),
    ...consistsOf,
    runner,
    registeredAt: submittedAt,
  };
};
