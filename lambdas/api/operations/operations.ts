import * as accessExamples from '../examples/access-examples';
import * as examples from '../examples/examples';
import * as optOutExamples from '../examples/opt-out-examples';
import { eventsOpened, openEventsRequest } from '../messages/access';
import { cardTriesGiven } from '../messages/card-tries';
import { holdRequest } from '../messages/hold-request';
import { holdGranted } from '../messages/holds';
import { linkRequest, linkRequested } from '../messages/links';
import { optedOut, optOutRequest } from '../messages/opt-outs';
import { availability, race, raceList } from '../messages/races';
import { registrationCheck, registrationChecked, registrationStatus } from '../messages/registrations';
import { joinAccepted, joinRequest, placeConfirmed, waitingListLeft, waitingStatus } from '../messages/waiting-list';
import { unreadable } from '../problems';
import { bibOperations } from './bib-operations';
import { changeOperations } from './change-operations';
import { feedOperations } from './feed-operations';
import { formOperations } from './form-operations';
import { fundraiserOperations, ownFundraiserOperations } from './fundraiser-operations';
import { lineOperations } from './line-operations';
import type { Operation } from './operation';
import { payOperations } from './pay-operations';
import { resultOperations } from './result-operations';
import { sessionOperations } from './session-operations';
import { teamOperations } from './team-operations';
import { timesOperations } from './times-operations';

/** The HTTP API, by route; `GET /api/openapi.json` sends it as OpenAPI. */
export const operations = {
  'GET /api/races': {
    id: 'listRaces',
    summary: 'All races',
    description: 'Races to come, the next one first, then past races, the latest one first. At most a few seconds old.',
    answer: {
      status: 200,
      description: 'The races.',
      body: { name: 'RaceList', schema: raceList, examples: { races: examples.raceList } },
    },
    cached: true,
    problems: [],
  },
  'GET /api/races/{raceId}': {
    id: 'showRace',
    summary: 'A race with its events, prices and waiver',
    description: 'Money is in the smallest unit of the currency, times are in UTC, distances in metres.',
    answer: {
      status: 200,
      description: 'The race.',
      body: { name: 'Race', schema: race, examples: { race: examples.race } },
    },
    cached: true,
    problems: [],
  },
  'GET /api/races/{raceId}/availability': {
    id: 'showAvailability',
    summary: 'What is left of each event',
    description:
      'At most 5 seconds old. When the count is unsure, it is too low rather than too high. `held`: all spots are held at this moment, and some will come back. `now` is the clock of the server, for countdowns.',
    answer: {
      status: 200,
      description: 'The spots left.',
      body: { name: 'Availability', schema: availability, examples: { open: examples.availability } },
    },
    cached: true,
    problems: [],
  },
  ...formOperations,
  ...bibOperations,
  ...teamOperations,
  ...fundraiserOperations,
  ...timesOperations,
  ...resultOperations,
  ...feedOperations,
  ...lineOperations,
  'GET /api/openapi.json': {
    id: 'showDescription',
    summary: 'This description',
    description: 'OpenAPI 3.1, made from the schemas that the server checks messages with.',
    answer: { status: 200, description: 'The description.' },
    cached: true,
    problems: [],
  },
  'POST /api/races/{raceId}/holds': {
    id: 'holdSpot',
    summary: 'Hold a spot',
    description:
      'Gives one particular spot until `expiresAt`. The client makes the registration id, a UUID version 7, once: a request with the same id gets the same spot again. The first hold of a browser sets its session cookie. With the header `x-startline-secret`, a request whose answer was lost can be sent again without the cookie, and gets the same spot. An id that another session holds or has registered is refused. `companions` are the registration ids of the others in a group, up to seven: all of them get a spot, or nobody does, and the quote is for all. With the `ticket` of a place on the waiting list it gives the spots that are offered to that place, for as many people as joined. An event that is in no list needs `access`, which its code was answered with. Spots that are held and not paid for are counted for each session and network address. Above the free number the answer is `prove-work` with a `challenge`, and the same request with `proof` is granted. To prove work, find a `nonce` such that the first 48 bits of SHA-256(token + ":" + nonce) are less than 2^48 / work.',
    request: {
      name: 'HoldRequest',
      schema: holdRequest,
      examples: {
        marathon: examples.holdRequest,
        together: examples.holdRequestOfGroup,
        offered: examples.holdRequestWithTicket,
        proven: examples.holdRequestWithProof,
      },
    },
    answer: {
      status: 201,
      description: 'The spot is held.',
      body: {
        name: 'HoldGranted',
        schema: holdGranted,
        examples: { held: examples.holdGranted, together: examples.holdGrantedToGroup },
      },
    },
    problems: [
      ...unreadable,
      'not-open-yet',
      'join-line',
      'not-your-turn',
      'sale-paused',
      'closed',
      'sold-out',
      'all-held',
      'too-few-spots',
      'waiting-list',
      'too-many-holds',
      'registration-id-taken',
      'prove-work',
      'not-yours',
      'offer-ended',
      'wrong-size',
      'access-needed',
    ],
  },
  'POST /api/races/{raceId}/access': {
    id: 'openEvents',
    summary: 'Open events that are in no list',
    description:
      'Some events are shown to nobody who has no code for them. The answer has the events that the code opens, the form with what is asked and sold in them, and `access`, which the hold of such an event must carry, in the same session. The first request of a browser sets its session cookie. A session may try ten codes in a quarter of an hour, an address fifty: those that open something do not count.',
    request: {
      name: 'OpenEventsRequest',
      schema: openEventsRequest,
      examples: { club: accessExamples.openEventsRequest },
    },
    answer: {
      status: 200,
      description: 'What the code opens.',
      body: { name: 'EventsOpened', schema: eventsOpened, examples: { opened: accessExamples.eventsOpened } },
    },
    problems: [...unreadable, 'code-unknown', 'code-expired', 'too-many-tries'],
  },
  ...sessionOperations,
  ...payOperations,
  'GET /api/registrations/{registrationId}': {
    id: 'showRegistration',
    summary: 'What became of a registration',
    description:
      'Needs its hold, in the session that the hold was made in, or the token of the link in its mail. The hold of a group opens the registration of each member. A spot that was passed on opens by its link only. The payer is told for whom they paid. While `processing`, ask again after `pollAfter` seconds, which grow with `waited` and with the queue.',
    security: 'bearer',
    isPolled: true,
    answer: {
      status: 200,
      description: 'The registration.',
      body: { name: 'RegistrationStatus', schema: registrationStatus, examples: examples.registrationStatuses },
    },
    problems: ['not-yours'],
  },
  'POST /api/registrations/{registrationId}/checks': {
    id: 'checkRegistered',
    summary: 'Is this runner registered already?',
    description:
      'Needs the hold, in the session that it was made in. Ask it before you ask for the card. The answer is a hint: continue after `unknown`, because a second registration of one person is never charged. A hold is answered ten times for each of its registrations.',
    security: 'bearer',
    request: { name: 'RegistrationCheck', schema: registrationCheck, examples: { ada: examples.registrationCheck } },
    answer: {
      status: 200,
      description: 'What is known, a few seconds old at most.',
      body: {
        name: 'RegistrationChecked',
        schema: registrationChecked,
        examples: { free: examples.registrationChecked },
      },
    },
    problems: [...unreadable, 'hold-invalid', 'hold-expired'],
  },
  'POST /api/registrations/{registrationId}/card-tries': {
    id: 'moreCardTries',
    summary: 'Let one more card be tried',
    description:
      'Needs the hold, in the session that it was made in, when `card-declined` says `triesLeft` 0. A hold begins with two tries. The answer is the same hold with one more try, up to five in all: send that hold with the next card. Counted for each session, network address and place on the waiting list.',
    security: 'bearer',
    answer: {
      status: 200,
      description: 'The hold to continue with.',
      body: { name: 'CardTriesGiven', schema: cardTriesGiven, examples: { given: examples.cardTriesGiven } },
    },
    problems: ['cross-site', 'hold-invalid', 'hold-expired', 'no-more-tries'],
  },
  ...changeOperations,
  ...ownFundraiserOperations,
  'POST /api/races/{raceId}/waiting-list': {
    id: 'joinWaitingList',
    summary: 'Join the waiting list of an event',
    description:
      'When every spot is taken or held, or fewer spots are free than a group needs. A mail asks to confirm the place, at once or when it comes near the head of the list. A group that needs more spots than are free delays nobody behind it. Ask for a spot first, under the id that the place will have: the refusal (`sold-out`, `all-held`, `too-few-spots`, `waiting-list`) brings the `permit` that is needed here. Positions follow the order in which joins are recorded. Safe to send again: a place on the list keeps its position.',
    request: {
      name: 'JoinRequest',
      schema: joinRequest,
      examples: { ada: examples.joinRequest, together: examples.joinRequestOfGroup },
    },
    answer: {
      status: 202,
      description: 'On its way to the list. Ask for the place after `pollAfter` seconds, with the ticket.',
      body: { name: 'JoinAccepted', schema: joinAccepted, examples: { accepted: examples.joinAccepted } },
    },
    problems: [...unreadable, 'no-permit'],
  },
  'GET /api/waiting-list/{placeId}': {
    id: 'showWaiting',
    summary: 'What became of a place on the waiting list',
    description:
      'Needs its ticket. The ticket that joining gave shows the place until it is confirmed. After that, only the link in its mail opens it. Ask again after `pollAfter` seconds, not earlier.',
    security: 'bearer',
    isPolled: true,
    answer: {
      status: 200,
      description: 'The place on the list.',
      body: { name: 'WaitingStatus', schema: waitingStatus, examples: examples.waitingStatuses },
    },
    problems: ['not-yours'],
  },
  'POST /api/waiting-list/{placeId}/confirmation': {
    id: 'confirmPlace',
    summary: 'Confirm a place on the waiting list',
    description:
      'Needs the ticket from the mail that asks for it. The one that joining gave is refused. An unconfirmed place gets no offers, and keeps its position. A group that has become smaller says so with `size`, and keeps its position, too. Safe to send again.',
    security: 'bearer',
    query: { size: 'How many of the group still wait: fewer than before, or nothing changes.' },
    answer: {
      status: 200,
      description: 'Confirmed.',
      body: {
        name: 'PlaceConfirmed',
        schema: placeConfirmed,
        examples: { confirmed: examples.placeConfirmed },
      },
    },
    problems: ['cross-site', 'not-yours'],
  },
  'DELETE /api/waiting-list/{placeId}': {
    id: 'leaveWaitingList',
    summary: 'Leave the waiting list, or decline what it offers',
    description: 'Offered spots go to the next place. Safe to send again.',
    security: 'bearer',
    answer: {
      status: 200,
      description: 'Left.',
      body: { name: 'WaitingListLeft', schema: waitingListLeft, examples: { left: examples.waitingListLeft } },
    },
    problems: ['cross-site', 'not-yours'],
  },
  'POST /api/registration-links': {
    id: 'sendLink',
    summary: 'Send the link to a registration again',
    description:
      'The answer is the same whether the address is known or not. A mailbox gets three such mails in 24 hours at most, and a network may ask twenty times an hour.',
    request: { name: 'LinkRequest', schema: linkRequest, examples: { ada: examples.linkRequest } },
    answer: {
      status: 202,
      description: 'A mail is on its way if the address has a registration.',
      body: { name: 'LinkRequested', schema: linkRequested, examples: { sent: examples.linkRequested } },
    },
    problems: [...unreadable, 'too-many-requests'],
  },
  'GET /api/opt-outs/{token}': {
    id: 'showOptOut',
    summary: 'Where somebody ends the news of a race',
    description:
      'The address in the header List-Unsubscribe of mails with news. It leads to a page and changes nothing, because programs that look for malware open it, too.',
    answer: { status: 303, description: 'Location is the page.' },
    problems: [],
  },
  'POST /api/opt-outs/{token}': {
    id: 'endNews',
    summary: 'End the news of a race, for one mail address',
    description:
      'A mail program posts `List-Unsubscribe=One-Click` (RFC 8058), which ends the news of the race. A page posts JSON, and may also end the news of all races of the organiser, or let it come again. Mails about a registration are no news. Safe to send again.',
    request: { name: 'OptOutRequest', schema: optOutRequest, examples: { race: optOutExamples.optOutRequest } },
    answer: {
      status: 200,
      description: 'What the address gets no news of now.',
      body: {
        name: 'OptedOut',
        schema: optedOut,
        examples: { race: optOutExamples.optedOut },
      },
    },
    problems: [...unreadable],
  },
} as const satisfies Record<string, Operation>;
