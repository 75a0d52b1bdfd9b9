import { holdRequest } from '../../api/messages/hold-request';
import type { HoldGranted } from '../../api/messages/holds';
import type { Route } from '../../contract/routes';
import type { RememberHold } from '../../domain/hold';
import type { Handlers } from '../../platform/http/api';
import { ProblemError } from '../../platform/http/problem-error';
import { problemReply, reply } from '../../platform/http/reply';
import type { SessionCookie } from '../../platform/http/session-cookie';
import { type GivePermit, mayBePermitted } from '../waiting-list/give-permit';
import type { TooManyHolds } from './find-spots';
import type { HoldAnswer, HoldSpot } from './hold-spot';
import type { HoldCommand } from './ports';

/** How long a caller waits for a block to be cut before the answer is `busy`. */
const holdDeadlineMs = 2_000;

interface Needs {
  readonly holdSpot: HoldSpot;
  readonly givePermit: GivePermit;
  readonly sessions: SessionCookie;
  readonly rememberHold: RememberHold;
  readonly now: () => Date;
}

export const spotRoutes = ({ holdSpot, givePermit, sessions, rememberHold, now }: Needs) =>
  ({
    'POST /api/races/{raceId}/holds': async (request) => {
      const { raceId = '' } = request.path;
      const { registrationId, eventId, companions, ticket, proof } = request.json(holdRequest);
      const session = await sessions.of(request);
      const command = {
        registrationId,
        raceId,
        eventId,
        companions,
        sessionHash: session.hash,
        address: request.viewer,
        ticket,
        proof,
      };
      const answer = await holdSpot(command, now().getTime() + holdDeadlineMs);
      if (answer.kind !== 'granted') {
        const permit = mayBePermitted(answer.kind) ? await givePermit(command) : undefined;
        // Sends the session's cookie with the refusal: its permit or challenge is good in this session only.
        return problemReply(refusal(answer, command, { permit }).problem, session.cookies);
      }

      const { hold, token, offer } = answer;
      await rememberHold(session, hold, token);
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
      };
      return reply(201, body, {}, [...session.cookies, sessions.trace]);
    },
  }) satisfies Handlers<Route>;

const refusal = (
  answer: Exclude<HoldAnswer, { kind: 'granted' }>,
  { raceId, eventId, companions = [] }: HoldCommand,
  toTheList: { readonly permit: string | undefined },
): ProblemError => {
  switch (answer.kind) {
    case 'no-such-race':
      return new ProblemError('not-found', `There is no race "${raceId}". The list of races is at /api/races.`);
    case 'no-such-event':
      return new ProblemError(
        'not-found',
        `The race "${raceId}" has no event ${eventId}. Its events are at /api/races/${raceId}.`,
      );
    case 'not-open-yet':
      return new ProblemError('not-open-yet', `Registration opens at ${answer.opensAt.toISOString()}.`, {
        opensAt: answer.opensAt.toISOString(),
        retryAfter: 1,
      });
    case 'closed':
      return new ProblemError('closed', 'Registration for this race has ended.');
    case 'sold-out':
      return new ProblemError('sold-out', 'Every spot of this event is taken.', toTheList);
    case 'held':
      return new ProblemError(
        'all-held',
        'Every spot is held by somebody who is registering right now. Some will come back: ask again in a while.',
        { ...toTheList, retryAfter: 10 },
      );
    case 'too-few':
      return new ProblemError(
        'too-few-spots',
        `You are ${1 + companions.length}, and ${free(answer.sellable)} at this moment. Come with fewer, or join the waiting list together.`,
        { ...toTheList, free: answer.sellable },
      );
    case 'waiting':
      return new ProblemError(
        'waiting-list',
        'Every spot is taken, and what comes back goes to the waiting list first. Join it: you will get a mail when it is your turn.',
        toTheList,
      );
    case 'not-yours':
      return new ProblemError(
        'not-yours',
        'This ticket is for another place on the waiting list. Open yours with its link.',
      );
    case 'offer-ended':
      return new ProblemError(
        'offer-ended',
        'The offer was not taken up in time, or there is none yet. Your place on the list shows what is true.',
      );
    case 'wrong-size':
      return new ProblemError(
        'wrong-size',
        `This offer is for ${answer.size === 1 ? 'one runner' : `${answer.size} runners together`}. Hold it for exactly so many: \`companions\` names everybody but you.`,
      );
    case 'id-taken':
      return new ProblemError(
        'registration-id-taken',
        'This registration was begun in another browser. Begin a new one here, or go on where you began.',
      );
    case 'too-many-holds':
      return new ProblemError('too-many-holds', tooMany[answer.of], { retryAfter: 60 });
    case 'prove-work':
      return new ProblemError(
        'prove-work',
        'Many spots are held from your network and not paid for yet. Do the work of `challenge`, and ask again with `proof`.',
        { challenge: answer.challenge },
      );
    case 'busy':
      return new ProblemError('busy', 'Many people are asking at this moment. Nothing is lost: ask again.', {
        retryAfter: 1,
      });
  }
};

const tooMany: Readonly<Record<TooManyHolds['of'], string>> = {
  session: 'You hold as many spots as one person may. Finish one of them, or wait until a hold has run out.',
  network:
    'As many spots as one network may hold are held from yours and not paid for yet. With each that is paid, another is free for you: ask again in a minute.',
  place: 'This offer was held five times today, each time for a new registration. Finish the last of them, or ask us.',
};

const free = (spots: number) => (spots === 1 ? 'one spot is free' : `${spots} spots are free`);
