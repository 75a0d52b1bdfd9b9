import type { DeliveryFaults } from '../../../local/processor/webhooks';
import { acceptedCard, type Fault } from '../fault';

/** The sandbox's test cards: see local/processor/cards.ts. */
const silentWhenAuthorised = '4000000000008013';
const silentWhenCaptured = '4000000000008047';
const serverError = '4000000000008054';
const captureRefused = '4000000000008021';
const authorisationExpired = '4000000000008039';

/** Every n-th runner pays with the first of these; the others use the rest in turn. */
const mixed =
  (every: number, ...cards: readonly string[]) =>
  (n: number): string =>
    n % every === 0 ? (cards[(n / every) % cards.length] ?? acceptedCard) : acceptedCard;

const usual: DeliveryFaults = { delayMs: 1000, copies: 1, lostShare: 0, isSubscribedToAll: false };

export const silentAfterAuthorising: Fault = {
  name: 'no answer after authorising',
  what: 'for every fifth card the processor authorises and does not answer, or answers 500.',
  cardOf: mixed(5, silentWhenAuthorised, serverError),
  lasts: 15,
  strike: (_, moment) => moment.held(1),
};

export const silentAfterCapture: Fault = {
  name: 'no answer after capture',
  what: 'for every third card the processor takes the money and does not answer, and no webhook is sent.',
  cardOf: mixed(3, silentWhenCaptured),
  prepare: (target) => target.webhooks({ ...usual, lostShare: 1 }),
  strike: (_, moment) => moment.held(1),
  cease: (target) => target.webhooks(usual),
};

export const webhooksFirst: Fault = {
  name: 'webhooks first and thrice',
  what: 'webhooks of all types are sent three times and at once, for every third card before the capture is answered at all.',
  cardOf: mixed(3, silentWhenCaptured),
  prepare: (target) => target.webhooks({ delayMs: 0, copies: 3, lostShare: 0, isSubscribedToAll: true }),
  strike: (_, moment) => moment.held(1),
  cease: (target) => target.webhooks(usual),
};

export const webhooksLate: Fault = {
  name: 'webhooks late or never',
  what: 'half of the webhooks of all types are never sent, the others twice and after 20 s or so.',
  prepare: (target) => target.webhooks({ delayMs: 20_000, copies: 2, lostShare: 0.5, isSubscribedToAll: true }),
  strike: (_, moment) => moment.held(1),
  cease: (target) => target.webhooks(usual),
};

const declined = '4000000000000002';

/** In a race with a form: one intent, whose amount changes. */
export const declinesAndChanges: Fault = {
  name: 'declined, basket changed',
  what: 'every third card is declined; in a race with a form its runner takes other items, and pays the new total with another card.',
  cardOf: mixed(3, declined),
  secondCard: acceptedCard,
  strike: (_, moment) => moment.held(1),
};

/** A small opening would be over before it noticed a limit that a large one hits. */
const runnersPerWrite = 16;

/** Writes that were refused in the last opening with a limit. */
let refusedWrites = 0;

export const limited: Fault = {
  name: 'processor limited',
  what: 'the processor takes one write a second for every sixteen runners, far fewer than they need, and answers 429 to the rest.',
  lasts: 20,
  prepare: async (target, runners) => {
    await target.limit(Math.ceil(runners / runnersPerWrite));
  },
  strike: (_, moment) => moment.held(1),
  cease: async (target) => {
    refusedWrites = await target.limit(null);
  },
  // A slow machine asks for so little in a second that the limit is never met.
  isIdle: () => refusedWrites === 0,
};

export const captureFails: Fault = {
  name: 'capture refused',
  what: 'for every fifth card the bank refuses the money after the place was given, or the authorisation has expired.',
  cardOf: mixed(5, captureRefused, authorisationExpired),
  strike: (_, moment) => moment.held(1),
};
