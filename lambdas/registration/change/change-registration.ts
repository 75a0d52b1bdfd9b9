import type { Relay } from '../../domain/outbox';
import type { Runner } from '../../domain/person/person';
import type { FittingEntry } from '../../domain/transfer';
import type { Outcomes, RememberedRunners, Tokens } from '../ports';
import { type AccessRequest, isOwner } from '../show/access';
import type {
  Cancelled,
  Changes,
  ReadRecipient,
  RecipientEntry,
  SentAgain,
  TransferAccepted,
  TransferCommand,
  TransferOffered,
  TransferView,
  UnfitEntry,
  Withdrawn,
} from './ports';
import { identityIn } from './transfer/identity-in';
import { type CountedQuotes, isOneTooMany, type QuoteCounts } from './transfer/quote-transfer';

interface Needs {
  readonly tokens: Pick<Tokens, 'readHold' | 'readLink' | 'readTransfer'>;
  readonly changes: Changes;
  readonly readRecipient: ReadRecipient;
  readonly outcomes: Pick<Outcomes, 'changed'>;
  readonly remembered: Pick<RememberedRunners, 'ended'>;
  readonly relay: Relay;
  /** Answers about people count as quotes of the offer do. */
  readonly counted: CountedQuotes & { readonly counts: QuoteCounts };
  /** Called with failures after the commit: the database has the change, so it is done all the same. */
  readonly report: (error: unknown) => void;
}

/** Who takes a spot over, and that they fit the form of the race. */
interface Fit {
  readonly runner: Runner | SentAgain;
  readonly fitting?: FittingEntry;
}

interface NotYours {
  readonly kind: 'not-yours';
}

/** What the owner of a registration can do with it, and what the recipient of a transfer can do. */
export interface ChangeRegistration {
  /** `refund` is the amount the runner was shown. */
  cancel(request: AccessRequest, refund: number): Promise<Cancelled | NotYours>;
  offerTransfer(request: AccessRequest, command: TransferCommand): Promise<TransferOffered | NotYours>;
  withdrawTransfer(request: AccessRequest): Promise<Withdrawn | NotYours>;
  showTransfer(transferId: string, token: string): Promise<TransferView | NotYours>;
  /** In a race with a form the recipient sends an entry, and elsewhere who they are. */
  acceptTransfer(
    transferId: string,
    token: string,
    recipient: Runner | RecipientEntry,
    waiverHash: string,
  ): Promise<TransferAccepted | UnfitEntry | NotYours | { readonly kind: 'too-many-quotes' }>;
}

export const changeRegistration = ({
  tokens,
  changes,
  readRecipient,
  outcomes,
  remembered,
  relay,
  counted,
  report,
}: Needs): ChangeRegistration => {
  const announce = async (outbox: readonly string[], registrationId: string, hasEnded = false) => {
    const results = await Promise.allSettled([
      outbox.length > 0 ? relay(outbox) : undefined,
      outcomes.changed(registrationId),
      // A person whose spot was cancelled or passed on may register again, and must not be told that they are
      // registered.
      hasEnded ? remembered.ended(registrationId) : undefined,
    ]);
    for (const result of results) if (result.status === 'rejected') report(result.reason);
  };

  const notYours: NotYours = { kind: 'not-yours' };

  const isTheirs = (request: AccessRequest) => isOwner(tokens, changes, request);

  /** The form is compared only while the transfer is open. Later, a runner who sends the same again is told what became of it. */
  const fitOf = async (transferId: string, sent: RecipientEntry): Promise<Fit | UnfitEntry | { kind: 'not-found' }> => {
    const transfer = await changes.findTransfer(transferId);
    if (transfer.kind !== 'found') return transfer;
    if (transfer.state !== 'offered') return { runner: { identity: identityIn(sent.entry) } };
    const { raceId, eventId } = transfer;
    const read = await readRecipient({ transferId, raceId, eventId }, sent);
    return read.kind === 'fits' ? { runner: read.runner, fitting: read.fitting } : read;
  };

  const accept = async (transferId: string, recipient: Runner | RecipientEntry, waiverHash: string) => {
    const fit = 'entry' in recipient ? await fitOf(transferId, recipient) : { runner: recipient };
    return 'kind' in fit ? fit : changes.acceptTransfer(transferId, fit.runner, waiverHash, fit.fitting);
  };

  /**
   * It counts before anything is said of a person, as a quote does: with the link, somebody could ask about one person after the other.
   * An answer that tells of nobody is given back, such as that a form is wrong: people correct it, and send it again.
   */
  const acceptCounted = async (...[transferId, ...taken]: Parameters<typeof accept>) => {
    if (await isOneTooMany(counted, transferId)) return { kind: 'too-many-quotes' } as const;
    let tellsOfSomebody = false;
    try {
      const answer = await accept(transferId, ...taken);
      // `gone` tells somebody with the link whether a person is the one who took the spot over.
      tellsOfSomebody = answer.kind === 'same-person' || answer.kind === 'not-eligible' || answer.kind === 'gone';
      return answer;
    } finally {
      if (!tellsOfSomebody) await counted.counts.spareOne(transferId).catch(counted.report);
    }
  };

  return {
    async cancel(request, refund) {
      if (!(await isTheirs(request))) return notYours;
      const answer = await changes.cancel(request.registrationId, 'runner', { expected: refund });
      if (answer.kind === 'cancelled') await announce(answer.outbox, request.registrationId, true);
      return answer;
    },

    async offerTransfer(request, command) {
      if (!(await isTheirs(request))) return notYours;
      const answer = await changes.offerTransfer(request.registrationId, command);
      if (answer.kind === 'offered') await announce(answer.outbox, request.registrationId);
      return answer;
    },

    async withdrawTransfer(request) {
      if (!(await isTheirs(request))) return notYours;
      const answer = await changes.withdrawTransfer(request.registrationId);
      // The next view of the registration must show that the offer is gone.
      await announce([], request.registrationId);
      return answer;
    },

    async showTransfer(transferId, token) {
      if ((await tokens.readTransfer(token)) !== transferId) return notYours;
      return changes.findTransfer(transferId);
    },

    async acceptTransfer(transferId, token, recipient, waiverHash) {
      if ((await tokens.readTransfer(token)) !== transferId) return notYours;
      const answer = await acceptCounted(transferId, recipient, waiverHash);
      if (answer.kind === 'accepted')
        await Promise.all([announce(answer.outbox, answer.fromId, true), announce([], answer.toId)]);
      return answer;
    },
  };
};
