import { holdRequest } from '../../api/messages/hold-request';
import type { HoldGranted } from '../../api/messages/holds';
import { ProblemError } from '../../api/problem-error';
import type { Route } from '../../contract/routes';
import type { RememberHold } from '../../domain/hold';
import { passCookieName } from '../../domain/line';
import type { Handlers } from '../../platform/http/api';
import { problemReply, reply } from '../../platform/http/reply';
import { bearerOf } from '../../platform/http/request';
import type { SessionCookie } from '../../platform/http/session-cookie';
import { canaryRaceId } from '../../races/canary-race';
import { type GivePermit, mayBePermitted } from '../waiting-list/give-permit';
import type { HoldAnswer, HoldSpot } from './hold-spot';
import type { HoldCommand } from './ports';

/** How long a caller waits for a block to be cut before the answer is `busy`. */
const holdDeadlineMs = 2_000;

interface Needs {
  readonly holdSpot: HoldSpot;
  /** The same in the race that nobody else may see. */
  readonly canary: { readonly isOurs: (token: string) => Promise<boolean>; readonly holdSpot: HoldSpot };
  readonly givePermit: GivePermit;
  readonly sessions: SessionCookie;
  readonly rememberHold: RememberHold;
  readonly now: () => Date;
}

export const spotRoutes = ({ holdSpot, canary, givePermit, sessions, rememberHold, now }: Needs) =>
  ({
    'POST /api/races/{raceId}/holds': async (request) => {
      const { raceId = '' } = request.path;
      const { registrationId, eventId, companions, ticket, access, proof } = request.json(holdRequest);
      const session = await sessions.of(request);
      const pass = request.cookies[passCookieName(raceId)];
      const command = {
        registrationId,
        raceId,
        eventId,
        companions,
        sessionHash: session.hash,
        address: request.viewer,
        ticket,
        access,
        proof,
        ...(pass !== undefined && { pass }),
      };
      // To everybody else this race is unknown, because the list of races does not have it.
      const isCanary = raceId === canaryRaceId && (await canary.isOurs(bearerOf(request)));
      const answer = await (isCanary ? canary.holdSpot : holdSpot)(
        command,
        now().getTime() + holdDeadlineMs,
        (granted) => rememberHold(session, granted.hold, granted.token),
      );
      if (answer.kind !== 'granted') {
        const permit = mayBePermitted(answer) ? await givePermit(command) : undefined;
        // Sends the session's cookie with the refusal: its permit or challenge is good in this session only.
        return problemReply(refusal(answer, command, { permit }).problem, session.cookies);
      }

      const { hold, token, offer } = answer;
      const body: HoldGranted = {
        registrationId,
        raceId,
        eventId,
        ...(companions && { companions }),
        hold: token,
        expiresAt: new Date(hold.expiresAt).toISOString(),
        now: now().toISOString(),
        quote: { ...hold.quote, lines: [...hold.quote.lines] },
        waiver: offer.waiver,
        ...(hold.form !== undefined && { form: hold.form }),
      };
      return reply(201, body, {}, [...session.cookies, sessions.trace]);
    },
  }) satisfies Handlers<Route>;

/** Seconds. Whoever pays makes room within a minute. */
const askAgainAfter = { session: 60, network: 60, place: 60, 'free-network': 1_800, 'free-network-today': 43_200 };

const refusal = (
  answer: Exclude<HoldAnswer, { kind: 'granted' }>,
  { raceId, eventId, companions = [] }: HoldCommand,
  toTheList: { readonly permit: string | undefined },
): ProblemError => {
  switch (answer.kind) {
    case 'no-such-race':
      return new ProblemError('not-found', { reason: 'race', raceId });
    case 'no-such-event':
      return new ProblemError('not-found', { reason: 'event', raceId, eventId });
    case 'access-needed':
      return new ProblemError('access-needed');
    case 'not-open-yet':
      return new ProblemError('not-open-yet', {
        opensAt: answer.opensAt.toISOString(),
        retryAfter: 1,
      });
    case 'paused':
      return new ProblemError('sale-paused', { retryAfter: 10 });
    case 'closed':
      return new ProblemError('closed');
    case 'sold-out':
      return new ProblemError('sold-out', toTheList);
    case 'held':
      return new ProblemError('all-held', { ...toTheList, retryAfter: 10 });
    case 'too-few':
      return new ProblemError('too-few-spots', { ...toTheList, people: 1 + companions.length, free: answer.sellable });
    case 'waiting':
      return new ProblemError('waiting-list', toTheList);
    case 'not-yours':
      return new ProblemError('not-yours', { reason: 'ticket' });
    case 'offer-ended':
      return new ProblemError('offer-ended');
    case 'wrong-size':
      return new ProblemError('wrong-size', { size: answer.size });
    case 'id-taken':
      return new ProblemError('registration-id-taken');
    case 'too-many-holds':
      return new ProblemError('too-many-holds', { reason: answer.of, retryAfter: askAgainAfter[answer.of] });
    case 'prove-work':
      return new ProblemError('prove-work', { challenge: answer.challenge });
    case 'join-line':
      return new ProblemError('join-line');
    case 'not-your-turn':
      return new ProblemError('not-your-turn', { calledTo: answer.calledTo, retryAfter: 2 });
    case 'busy':
      return new ProblemError('busy', { reason: 'crowd', retryAfter: 1 });
  }
};
