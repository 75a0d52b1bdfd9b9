import type { FieldError } from '../../api/faults';
import type { ActionRequired, RegistrationAccepted, RegistrationStatus } from '../../api/messages/registrations';
import { moveSubmission, quotedSubmission, submission, transferSubmission } from '../../api/messages/submission';
import { pollAfter } from '../../api/pace';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import { mayRetrySameCard } from '../../domain/money/payment';
import type { Entry } from '../../domain/money/quote';
import { type Identity, latestBirthDate, peopleFaults, type Runner } from '../../domain/person/person';
import type { Handlers } from '../../platform/http/api';
import { maxQuotedJsonBytes } from '../../platform/http/body';
import { reply } from '../../platform/http/reply';
import { bearerOf, type Request, waitedOf } from '../../platform/http/request';
import type { SessionCookie } from '../../platform/http/session-cookie';
import type { Names } from '../ports';
import type { ShowRegistration } from '../show/show-registration';
import type { Status } from '../show/status';
import type { SubmitAnswer, SubmitRegistration } from './submit-registration';
import type { SubmitMove, SubmitTransfer } from './submit-transfer';

/** How long the processor may take before the runner is told to ask again. */
const processorDeadlineMs = 7_000;

interface PayNeeds {
  readonly submit: SubmitRegistration;
  readonly submitTransfer: SubmitTransfer;
  readonly submitMove: SubmitMove;
  readonly sessions: SessionCookie;
  readonly now: () => Date;
}

export const payRoutes = ({ submit, submitTransfer, submitMove, sessions, now }: PayNeeds) => {
  const register = async (request: Request, said: Registering): Promise<SubmitAnswer> => {
    const { waiver, ...submitted } = said;
    const errors =
      'runner' in submitted
        ? peopleFaults(named(submitted.runner, submitted.companions ?? []), latestBirthDate(now()))
        : [];
    if (errors.length > 0) throw notAsExpected(errors);
    const sessionHash = await sessions.find(request);
    if (!sessionHash) throw holdInvalid();
    const { registrationId = '' } = request.path;
    const command = { ...submitted, registrationId, sessionHash, waiverHash: waiver?.hash ?? '' };
    return submit(command, now().getTime() + processorDeadlineMs);
  };

  /** Whose link it is, is proven by the link: they have no session yet. */
  const takeUp = async (request: Request, said: Offered): Promise<SubmitAnswer> => {
    const proven = { registrationId: request.path.registrationId ?? '', token: bearerOf(request) };
    const deadline = now().getTime() + processorDeadlineMs;
    const answer = await ('move' in said
      ? submitMove({ ...said, ...proven }, deadline)
      : submitTransfer({ ...said, ...proven, waiverHash: said.waiver.hash }, deadline));
    switch (answer.kind) {
      case 'not-yours':
        throw new ProblemError('not-yours', { reason: 'change' });
      case 'waiver-changed':
        throw new ProblemError('waiver-changed', { reason: 'at-transfer' });
      // Nothing was held for them.
      case 'hold-expired':
        throw new ProblemError('quote-invalid');
      default:
        return answer;
    }
  };

  return {
    'PUT /api/registrations/{registrationId}': async (request) => {
      const { registrationId = '' } = request.path;
      const said = submittedIn(request);
      const answer = await ('transfer' in said || 'move' in said ? takeUp(request, said) : register(request, said));
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
  } satisfies Handlers<Route>;
};

/**
 * Drawn, because many are told at the same moment: with one figure for all they would come back together, and meet the
 * processor's limit again.
 */
const retryAfterSeconds = () => 2 + Math.floor(Math.random() * 5);

const has = (body: unknown, field: string): boolean => typeof body === 'object' && body !== null && field in body;

/** Which of the messages it is: what is wrong with it is said of that one alone. */
const submittedIn = (request: Request) => {
  const said = request.json((body) => {
    if (has(body, 'transfer')) return transferSubmission;
    if (has(body, 'move')) return moveSubmission;
    return has(body, 'quote') ? quotedSubmission : submission;
  }, maxQuotedJsonBytes);
  if ('transfer' in said) return { ...said, runner: said.runner as unknown as Runner };
  // The hash of the entry says that it is the one that was checked.
  return 'quote' in said ? { ...said, entry: said.entry as unknown as Entry } : said;
};

type Said = ReturnType<typeof submittedIn>;
type Offered = Extract<Said, { readonly transfer: string } | { readonly move: string }>;
type Registering = Exclude<Said, Offered>;

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
  /** Of the offer of a move. */
  readonly signOffer: (offerId: string) => Promise<string>;
}

export const showRoutes = ({ show, sessions, names, signOffer }: ShowNeeds) =>
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
          const { raceId, eventId, due } = answer.status;
          const found = await names.find(raceId, eventId);
          const payable = due && { ...due, token: await signOffer(due.offerId) };
          return reply(200, statusBody(answer.status, found ?? { race: raceId, event: eventId }, payable));
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

type Due = Extract<RegistrationStatus, { status: 'confirmed' }>['due'];
type Named = NonNullable<Awaited<ReturnType<Names['find']>>>;

const statusBody = (
  status: Status,
  { race: raceName, event: eventName, kind: eventKind }: Named,
  due: Due | undefined,
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
    paidBesides,
    unpaid,
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
    ...(paidBesides && { paidBesides }),
    ...(unpaid !== undefined && { unpaid }),
    ...(due && { due }),
    ...(transfer && { transfer }),
    ...consistsOf,
    runner,
    registeredAt: submittedAt,
  };
};
