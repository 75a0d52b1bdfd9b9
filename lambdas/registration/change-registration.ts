import { keyOf, type Question } from './open-registration';
import type {
  Cancelled,
  Changes,
  Outcomes,
  Relay,
  RememberedRunners,
  Tokens,
  TransferAccepted,
  TransferOffered,
  TransferView,
  TransferWish,
  Withdrawn,
} from './ports';
import type { Runner } from './registration';

interface Needs {
  readonly tokens: Pick<Tokens, 'readHold' | 'readLink' | 'readTransfer'>;
  readonly changes: Changes;
  readonly outcomes: Pick<Outcomes, 'changed'>;
  readonly remembered: Pick<RememberedRunners, 'ended'>;
  readonly relay: Relay;
  /** Told of what failed after the commit: the database has it, so it is done all the same. */
  readonly report: (error: unknown) => void;
}

interface NotYours {
  readonly kind: 'not-yours';
}

/** What the owner of a registration can do with it, and whoever is offered it. */
export interface ChangeRegistration {
  /** `refund` is what he was told he gets back. */
  cancel(question: Question, refund: number): Promise<Cancelled | NotYours>;
  offerTransfer(question: Question, wish: TransferWish): Promise<TransferOffered | NotYours>;
  withdrawTransfer(question: Question): Promise<Withdrawn | NotYours>;
  showTransfer(transferId: string, token: string): Promise<TransferView | NotYours>;
  acceptTransfer(
    transferId: string,
    token: string,
    runner: Runner,
    waiverHash: string,
  ): Promise<TransferAccepted | NotYours>;
}

export const changeRegistration = ({
  tokens,
  changes,
  outcomes,
  remembered,
  relay,
  report,
}: Needs): ChangeRegistration => {
  const tell = async (outbox: readonly string[], registrationId: string, hasEnded = false) => {
    const results = await Promise.allSettled([
      outbox.length > 0 ? relay(outbox) : undefined,
      outcomes.changed(registrationId),
      // Whose spot is another's now may register again, and is not to hear that he is registered.
      hasEnded ? remembered.ended(registrationId) : undefined,
    ]);
    for (const result of results) if (result.status === 'rejected') report(result.reason);
  };

  const notYours: NotYours = { kind: 'not-yours' };

  /** Whoever passes a spot on makes the id that it is registered under then, and could hold another spot under that id. */
  const mayChange = async (question: Question): Promise<boolean> => {
    const key = await keyOf(tokens, question);
    return key === 'hold' ? changes.cameOfHold(question.registrationId) : key === 'link';
  };

  return {
    async cancel(question, refund) {
      if (!(await mayChange(question))) return notYours;
      const answer = await changes.cancel(question.registrationId, 'runner', { expected: refund });
      if (answer.kind === 'cancelled') await tell(answer.outbox, question.registrationId, true);
      return answer;
    },

    async offerTransfer(question, wish) {
      if (!(await mayChange(question))) return notYours;
      const answer = await changes.offerTransfer(question.registrationId, wish);
      if (answer.kind === 'offered') await tell(answer.outbox, question.registrationId);
      return answer;
    },

    async withdrawTransfer(question) {
      if (!(await mayChange(question))) return notYours;
      const answer = await changes.withdrawTransfer(question.registrationId);
      // Whoever asks is shown the registration with the offer, or without it.
      await tell([], question.registrationId);
      return answer;
    },

    async showTransfer(transferId, token) {
      if ((await tokens.readTransfer(token)) !== transferId) return notYours;
      return changes.findTransfer(transferId);
    },

    async acceptTransfer(transferId, token, runner, waiverHash) {
      if ((await tokens.readTransfer(token)) !== transferId) return notYours;
      const answer = await changes.acceptTransfer(transferId, runner, waiverHash);
      if (answer.kind === 'accepted')
        await Promise.all([tell(answer.outbox, answer.fromId, true), tell([], transferId)]);
      return answer;
    },
  };
};
