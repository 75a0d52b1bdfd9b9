import type { Form } from '../../../lambdas/api/form/definition/form';
import { priceEntry } from '../../../lambdas/api/form/price';
import { ProblemError } from '../../../lambdas/api/problem-error';
import { details } from '../../../lambdas/api/texts/en/problems';
import { type Hold, maxTriesPerHold } from '../../../lambdas/domain/hold';
import type { CodesChecked } from '../../../lambdas/domain/money/discount';
import type { SignedQuote } from '../../../lambdas/domain/money/quote';
import type { MoveQuote } from '../../../lambdas/domain/move';
import type { TransferQuote } from '../../../lambdas/domain/transfer';
import { judgeEntry } from '../../../lambdas/functions/wiring/selling/judging';
import { readEntry } from '../../../lambdas/functions/wiring/selling/quoting';
import { skipZeroAmounts } from '../../../lambdas/payment/stripe/processor';
import type { Request } from '../../../lambdas/platform/http/request';
import { quoteRegistration } from '../../../lambdas/quote/quote-registration';
import { quoteRoutes } from '../../../lambdas/quote/routes';
import type { Race } from '../../../lambdas/races/race';
import { type SubmitCommand, submitRegistration } from '../../../lambdas/registration/submit/submit-registration';
import { submitMove, submitTransfer } from '../../../lambdas/registration/submit/submit-transfer';
import type { openShop } from '../../payment/support/shop';
import { type Answer, problemAnswer } from './fakes/fake-answer';
import { forTheTrees } from './fakes/fake-fundraisers';
import { checkTeamIn, type TeamStage } from './fakes/fake-teams';

type Shop = Awaited<ReturnType<typeof openShop>>;
type Sent = Omit<SubmitCommand, 'registrationId' | 'sessionHash' | 'waiverHash'> & {
  readonly waiver?: { readonly hash: string };
  /** The quote of somebody who takes a spot over. */
  readonly transfer?: string;
  /** The quote of somebody who moves. */
  readonly move?: string;
};

/** Ten percent off every entry, or a code that is over. */
const codeOf = (word: string | undefined): CodesChecked => {
  if (word === undefined) return { kind: 'usable' };
  if (word === 'MILL-OLD') return { kind: 'code-expired', place: 0 };
  return word === 'MILL-10'
    ? { kind: 'usable', discount: { ref: 'mill', kind: 'percent', value: 10, appliesTo: 'entry', isFor: () => true } }
    : { kind: 'code-unknown', place: 0 };
};

/** A hold as the fake API grants it. */
export type Granted = Pick<
  Hold,
  'registrationId' | 'eventId' | 'companions' | 'quote' | 'waiverHash' | 'expiresAt' | 'form' | 'kind'
>;

const deadlineMs = 20_000;

/**
 * The server's part of paying, for the fake API: the real use case and adapter, with the sandbox. `now` is the server's
 * clock, in milliseconds.
 */
export const openTill = (
  { processor }: Pick<Shop, 'processor'>,
  now: () => number,
  forms: () => readonly Form[],
  registered: ReadonlySet<string>,
  teams: TeamStage,
) => {
  const granted = new Map<string, Hold>();
  const quotes = new Map<string, SignedQuote>();
  const tokens = {
    readHold: async (token: string) => granted.get(token.replace(/\.more$/, '')),
    readQuote: async (token: string) => quotes.get(token),
    signQuote: async (quote: SignedQuote) => {
      const token = `quote.${quotes.size}`;
      quotes.set(token, quote);
      return token;
    },
  };
  const routes = quoteRoutes({
    quote: quoteRegistration({
      tokens,
      forms: {
        current: async () => forms().length,
        find: async (_, revision) => ({ revision, form: forms()[revision - 1] }),
      },
      counts: { countOneMore: async () => 1, spareOne: async () => undefined },
      takeForNothing: async () => true,
      findFundraiser: async (_, slug) =>
        slug === forTheTrees.slug ? { id: slug, cause: forTheTrees.cause, isOpen: true } : undefined,
      readEntry,
      judge: judgeEntry({
        races: { find: async () => ({ date: '2027-05-02', timeZone: 'Europe/Berlin' }) as Race },
        allowList: { areAllowed: async (_, people) => people.map(() => true) },
        now: () => new Date(now()),
      }),
      checkCodes: async ({ words }) => codeOf(words[0]),
      checkTeam: checkTeamIn(teams),
      claimLimited: async ({ wanted }) => ({
        kind: 'claimed',
        givenUp: Promise.resolve(),
        claims: wanted.flatMap(({ kind, ref, quantity }) =>
          Array.from({ length: quantity }, (_, n) => ({ kind, ref, claim: { pool: ref, number: n + 1, block: ref } })),
        ),
      }),
      priceEntry: (form, ...rest) => priceEntry(form as Form, ...rest),
      runners: {
        remembered: async (_, people) =>
          people.map((person) => [...registered].some((email) => person.includes(email))),
        written: async (_, people) => people.map(() => false),
      },
      hash: (text) => text,
      report: () => {},
      now: () => new Date(now()),
    }),
    sessions: { find: async () => 'session' },
    now: () => new Date(now()),
  });
  const submit = submitRegistration({
    tokens,
    processor: skipZeroAmounts(processor),
    inbox: { put: async () => {}, putSweep: async () => {} },
    hash: (text) => text,
    now: () => new Date(now()),
  });
  const feeQuotes = new Map<string, TransferQuote>();
  const submitFee = submitTransfer({
    tokens: {
      readTransferQuote: async (token) => feeQuotes.get(token),
      readTransfer: async () => 'transfer',
    },
    processor,
    inbox: { putTransfer: async () => {}, putSweep: async () => {} },
    hash: (text) => text,
    now: () => new Date(now()),
  });
  const moveQuotes = new Map<string, MoveQuote>();
  const payDifference = submitMove({
    tokens: { readMoveQuote: async (token) => moveQuotes.get(token), readTransfer: async () => 'offer' },
    processor,
    inbox: { putMove: async () => {}, putSweep: async () => {} },
    now: () => new Date(now()),
  });
  return {
    /** Quotes the difference of a move. Returns the quote's token. */
    quoteMove(quote: Omit<MoveQuote, 'offerId' | 'moverId' | 'raceId'>): string {
      const token = `move.${moveQuotes.size}`;
      moveQuotes.set(token, { ...quote, offerId: 'offer', moverId: 'mover', raceId: 'harbour' });
      return token;
    },

    /** Quotes a fee. Returns the quote's token. */
    quoteFee(quote: Omit<TransferQuote, 'transferId' | 'raceId'>): string {
      const token = `fee.${feeQuotes.size}`;
      feeQuotes.set(token, { ...quote, transferId: 'transfer', raceId: 'harbour' });
      return token;
    },

    grant(token: string, hold: Granted): void {
      granted.set(token, {
        ...hold,
        spot: 1207,
        raceId: 'harbour',
        block: 'block',
        sessionHash: 'session',
        cardTries: maxTriesPerHold,
      });
    },

    async quote(registrationId: string, body: unknown): Promise<Answer> {
      const request = { path: { registrationId }, json: () => body } as unknown as Request;
      try {
        const answer = await routes['PUT /api/registrations/{registrationId}/quote'](request);
        return { body: JSON.parse(String(answer.body)) };
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        return { status: error.problem.status, body: error.problem };
      }
    },

    /** Undefined when the submission was accepted. */
    async pay(registrationId: string, { waiver, transfer, move, ...sent }: Sent): Promise<Answer | undefined> {
      const command = { ...sent, registrationId, sessionHash: 'session', waiverHash: waiver?.hash ?? '' };
      const deadline = Date.now() + deadlineMs;
      const pay = () => {
        if (move) return payDifference({ ...command, move, token: 'token' }, deadline);
        return transfer ? submitFee({ ...command, transfer, token: 'token' }, deadline) : submit(command, deadline);
      };
      const answer = await pay();
      switch (answer.kind) {
        case 'accepted':
          return undefined;
        case 'action-required': {
          const { kind: status, until, ...asked } = answer;
          return { body: { status, registrationId, ...asked, until: new Date(until).toISOString() } };
        }
        case 'declined': {
          const { reason, triesLeft } = answer;
          const detail = details['card-declined']({ reason, triesLeft, mayRetrySameCard: true });
          return problemAnswer('card-declined', { reason, triesLeft, detail });
        }
        case 'payment-unknown':
          return problemAnswer(answer.kind, { retryAfter: 0.5 });
        case 'another-number':
        case 'wrong-card':
          return problemAnswer('invalid-request', { detail: JSON.stringify(answer) });
        default:
          return problemAnswer(answer.kind, { reason: 'at-payment' });
      }
    },
  };
};
