import type * as v from 'valibot';
import type { FieldError } from '../../api/faults';
import {
  type Cancelled,
  cancellationRequest,
  type MoveQuoted,
  moveQuoteRequest,
  type TransferAccepted,
  type TransferOffered,
  type TransferQuoted,
  type TransferStatus,
  type TransferWithdrawn,
  transferAcceptance,
  transferRequest,
} from '../../api/messages/changes';
import { transferEntry } from '../../api/messages/transfer-entry';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import type { Handlers } from '../../platform/http/api';
import { maxLargeJsonBytes } from '../../platform/http/body';
import { reply } from '../../platform/http/reply';
import { bearerOf, type Request } from '../../platform/http/request';
import type { SessionCookie } from '../../platform/http/session-cookie';
import type { Race } from '../../races/race';
import type { ChangeRegistration } from './change-registration';
import type { OfferedMove } from './move/quote-move';
import type { UnfitEntry } from './ports';
import type { QuoteTransfer } from './transfer/quote-transfer';

interface Needs {
  readonly change: ChangeRegistration;
  readonly quote: QuoteTransfer;
  readonly move: OfferedMove;
  readonly sessions: SessionCookie;
  readonly races: { find(raceId: string): Promise<Race | undefined> };
  readonly signLink: (registrationId: string) => Promise<string>;
  readonly now: () => Date;
}

export const changeRoutes = ({ change, quote, move, sessions, races, signLink, now }: Needs) => {
  const accessRequestOf = async (request: Request) => ({
    registrationId: request.path.registrationId ?? '',
    token: bearerOf(request),
    sessionHash: await sessions.find(request),
  });

  const showMove = async (offerId: string, token: string): Promise<TransferStatus> => {
    const answer = await move.show(offerId, token);
    if (answer.kind !== 'found') throw refusal(answer);
    const { state, raceId, raceName, to, from, number, isUnpaid, isDue, difference, currency, endsAt } = answer;
    const about = { registrationId: offerId, raceId, raceName, eventId: to.eventId, eventName: to.name };
    if (state === 'moved')
      return {
        ...about,
        status: 'moved',
        ...(number !== undefined && { number }),
        ...(isUnpaid && { isUnpaid }),
        ...(isDue && { due: { difference, currency, now: now().toISOString() } }),
      };
    if (state !== 'offered') return { ...about, status: 'gone' };
    const times = { endsAt: endsAt.toISOString(), now: now().toISOString() };
    return { ...about, status: 'move-offered', from, difference, currency, ...times };
  };

  const quoteMove = async (offerId: string, token: string): Promise<MoveQuoted> => {
    const answer = await move.quote(offerId, token);
    if (answer.kind === 'too-many-quotes') throw new ProblemError('too-many-quotes');
    if (answer.kind !== 'quoted') throw refusal({ kind: answer.kind });
    const { registrationId, difference, currency, expiresAt } = answer.quote;
    const times = { expiresAt: new Date(expiresAt).toISOString(), now: now().toISOString() };
    return { registrationId, quote: answer.signed, link: answer.link, difference, currency, ...times };
  };

  return {
    'POST /api/registrations/{registrationId}/cancellation': async (request) => {
      const access = await accessRequestOf(request);
      const answer = await change.cancel(access, request.json(cancellationRequest).refund);
      if (answer.kind !== 'cancelled') throw refusal(answer);
      const { refund, currency } = answer;
      const { registrationId } = access;
      return reply(200, { registrationId, status: 'cancelled', refund, currency } satisfies Cancelled);
    },

    'PUT /api/registrations/{registrationId}/transfer': async (request) => {
      const access = await accessRequestOf(request);
      const command = request.json(transferRequest);
      const answer = await change.offerTransfer(access, command);
      if (answer.kind !== 'offered') throw refusal(answer);
      const { registrationId } = access;
      const body: TransferOffered = { registrationId, transferId: command.transferId, status: 'offered' };
      return reply(202, body);
    },

    'DELETE /api/registrations/{registrationId}/transfer': async (request) => {
      const access = await accessRequestOf(request);
      const answer = await change.withdrawTransfer(access);
      if (answer.kind !== 'withdrawn') throw refusal(answer);
      const { registrationId } = access;
      return reply(200, { registrationId, status: 'withdrawn' } satisfies TransferWithdrawn);
    },

    'GET /api/transfers/{transferId}': async (request) => {
      const { transferId = '' } = request.path;
      const answer = await change.showTransfer(transferId, bearerOf(request));
      // The id may be that of a move.
      if (answer.kind === 'not-found') return reply(200, await showMove(transferId, bearerOf(request)));
      if (answer.kind !== 'found') throw refusal(answer);
      const { state, raceId, eventId, from, recipient, endsAt, registrationId, fee, isUnpaid, due } = answer;
      const race = await races.find(raceId);
      if (!race) throw new Error(`race ${raceId} of transfer ${transferId} cannot be found`);
      const eventName = race.events.find(({ id }) => id === eventId)?.name ?? eventId;
      const about = { registrationId: transferId, raceId, raceName: race.name, eventId, eventName };
      const bodies: Record<typeof state, () => TransferStatus> = {
        offered: () => ({
          ...about,
          status: 'offered',
          from,
          recipient,
          endsAt: endsAt.toISOString(),
          now: now().toISOString(),
          waiver: race.waiver,
          ...(fee && { fee: { ...fee } }),
          ...(race.form !== undefined && { form: race.form }),
        }),
        // Without the link of the registration: this mail may have been forwarded.
        accepted: () => ({
          ...about,
          registrationId,
          status: 'accepted',
          ...(isUnpaid && { isUnpaid }),
          ...(due && { due: { difference: due.amount, currency: due.currency, now: now().toISOString() } }),
        }),
        gone: () => ({ ...about, status: 'gone' }),
      };
      return reply(200, bodies[state]());
    },

    'PUT /api/transfers/{transferId}': async (request) => {
      const { transferId = '' } = request.path;
      const { recipient, waiverHash } = recipientIn(request.json(recipientMessage, maxLargeJsonBytes));
      const answer = await change.acceptTransfer(transferId, bearerOf(request), recipient, waiverHash);
      if (answer.kind === 'too-many-quotes') throw new ProblemError('too-many-quotes');
      if (answer.kind !== 'accepted') throw refusal(answer);
      const { number, toId: registrationId } = answer;
      const link = await signLink(registrationId);
      return reply(200, { registrationId, status: 'accepted', number, link } satisfies TransferAccepted);
    },

    'POST /api/transfers/{transferId}/quote': async (request) => {
      const { transferId = '' } = request.path;
      const said = request.json(
        (body) => (has(body, 'move') ? moveQuoteRequest : recipientMessage(body)),
        maxLargeJsonBytes,
      );
      if ('move' in said) return reply(200, await quoteMove(transferId, bearerOf(request)));
      const answer = await quote({ transferId, token: bearerOf(request), ...recipientIn(said) });
      if (answer.kind === 'too-many-quotes') throw new ProblemError('too-many-quotes');
      if (answer.kind !== 'quoted') throw refusal(answer);
      const { registrationId, fee, currency, expiresAt } = answer.quote;
      const body: TransferQuoted = {
        ...{ registrationId, quote: answer.signed, link: answer.link, fee, currency },
        runner: { ...answer.runner },
        expiresAt: new Date(expiresAt).toISOString(),
        now: now().toISOString(),
      };
      return reply(200, body);
    },
  } satisfies Handlers<Route>;
};

/** In a race with a form they send an entry, and elsewhere who they are. */
const recipientMessage = (body: unknown) => (has(body, 'entry') ? transferEntry : transferAcceptance);

const recipientIn = (said: v.InferOutput<ReturnType<typeof recipientMessage>>) => {
  const recipient = 'runner' in said ? said.runner : { form: said.form, entry: said.entry };
  return { recipient, waiverHash: said.waiver.hash };
};

const has = (body: unknown, field: string): boolean => typeof body === 'object' && body !== null && field in body;

type Refused =
  | UnfitEntry
  | { readonly kind: 'refund-changed'; readonly refund: number }
  | { readonly kind: 'too-many-transfers'; readonly retryAfter: number }
  | {
      readonly kind:
        | 'not-found'
        | 'not-yours'
        | 'settling'
        | 'dispute-open'
        | 'too-late'
        | 'no-spot'
        | 'passed-on'
        | 'gone'
        | 'same-person'
        | 'waiver-changed'
        | 'page-outdated';
    };

const refusal = (answer: Refused): ProblemError => {
  switch (answer.kind) {
    case 'not-found':
      return new ProblemError('not-found', { reason: 'id', what: 'registration' });
    case 'not-yours':
      return new ProblemError('not-yours', { reason: 'change' });
    case 'settling':
      return new ProblemError('still-settling', { retryAfter: 30 });
    case 'dispute-open':
      return new ProblemError('dispute-open');
    case 'too-late':
      return new ProblemError('change-too-late');
    case 'no-spot':
      return new ProblemError('no-spot');
    case 'passed-on':
      return new ProblemError('passed-on');
    case 'refund-changed':
      return new ProblemError('refund-changed', { refund: answer.refund });
    case 'too-many-transfers':
      return new ProblemError('too-many-transfers', { retryAfter: answer.retryAfter });
    case 'gone':
      return new ProblemError('transfer-gone');
    case 'same-person':
      return new ProblemError('already-registered');
    case 'waiver-changed':
      return new ProblemError('waiver-changed', { reason: 'at-transfer' });
    case 'page-outdated':
      return new ProblemError('page-outdated');
    case 'unsettled':
      return new ProblemError('busy', { reason: 'slow', retryAfter: 2 });
    case 'no-form':
      return notAsExpected([{ field: 'form', code: 'no-form' }]);
    case 'not-eligible':
      return new ProblemError('not-eligible', { errors: answer.faults as readonly FieldError[] });
    case 'form-changed':
      return new ProblemError('form-changed', { form: answer.form, errors: answer.faults as readonly FieldError[] });
    case 'wrong':
      return notAsExpected(answer.faults as readonly FieldError[]);
  }
};

const notAsExpected = (errors: readonly FieldError[]) =>
  new ProblemError('invalid-request', { reason: 'fields', errors });
