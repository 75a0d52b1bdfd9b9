import type { RunnerMessage } from '../../../lambdas/api/messages/registrations';
import type { QuotedSubmissionMessage, SubmissionMessage } from '../../../lambdas/api/messages/submission';
import * as t from '../texts/page';
import type { Attempt, Draft } from './draft';
import { readPeople } from './people';
import type { Notice, Unkept } from './stage';

/** What the processor made of the card in its fields. */
export type Tokenised =
  | { readonly kind: 'ok'; readonly token: string }
  /** The fields say what is missing. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'refused'; readonly detail: string | undefined }
  | { readonly kind: 'away' };

/** Makes a token of the card in the processor's fields. */
export type Tokenise = () => Promise<Tokenised>;

/** What the runner told their bank, or why they could not. */
export type BankSaid = 'yes' | 'no' | 'elsewhere' | 'blocked';

export interface BankQuestion {
  readonly registrationId: string;
  readonly clientSecret: string;
  /** Here, although another tab shows it. */
  readonly take: boolean;
  /** Aborted when this tab no longer waits for the answer. */
  readonly signal: AbortSignal;
}

export interface Bank {
  /** Shows the bank's question, in one tab at a time. */
  ask(question: BankQuestion): Promise<BankSaid>;
  /** Resolves when no tab shows the question of this registration, or when `signal` is aborted. */
  free(registrationId: string, signal: AbortSignal): Promise<void>;
}

/** The attempt without a card. Undefined while something is missing. */
const filledIn = (draft: Draft, day: string): Attempt | undefined => {
  const { accepted: waiverHash, quoted, hold } = draft;
  if (waiverHash === undefined) return undefined;
  if (hold?.form) return quoted && { waiverHash, quote: quoted.given.quote, entry: quoted.given.entry };
  const read = readPeople(draft, day);
  const people = read.flatMap((one) => (one.kind === 'runner' ? [one.runner] : []));
  const [runner, ...companions] = people;
  if (!runner || people.length < read.length) return undefined;
  return { waiverHash, runner, ...(companions.length > 0 && { companions }) };
};

/**
 * The request to register, for a card that the processor makes a token of. `day`: today as `yyyy-mm-dd`. Without `tokenise`
 * there is nothing to pay.
 */
export const attemptOf = async (
  draft: Draft | undefined,
  day: string,
  tokenise: Tokenise | undefined,
): Promise<Attempt | Notice | 'incomplete'> => {
  const attempt = draft && filledIn(draft, day);
  if (!attempt) return { kind: 'invalid', errors: [], detail: t.paySomeMissing };
  const token = await tokenise?.();
  switch (token?.kind) {
    case undefined:
      return attempt;
    case 'ok':
      return { ...attempt, confirmationToken: token.token };
    case 'incomplete':
      return 'incomplete';
    case 'refused':
      return { kind: 'card-unreadable', detail: token.detail ?? t.payProcessorUnread };
    case 'away':
      return { kind: 'processor-away' };
  }
};

/** The body of the request. Throws without hold and attempt. */
export const submissionOf = (
  { hold, attempt, quoted }: Draft,
  unkept?: Unkept,
): SubmissionMessage | QuotedSubmissionMessage => {
  if (!hold || !attempt) throw new Error('A registration is sent only with a hold and an attempt');
  const { runner, companions, quote, entry, waiverHash, confirmationToken, paymentMethod, resume } = attempt;
  const whole = (quoted?.isPartial && unkept?.quoted?.entry) || entry;
  const filled = (quote ? { quote, entry: whole } : { runner }) as { runner: RunnerMessage };
  return {
    hold: hold.hold,
    ...filled,
    ...(companions && { companions }),
    waiver: { hash: waiverHash, accepted: true },
    ...(confirmationToken && { confirmationToken }),
    ...(paymentMethod && { paymentMethod }),
    ...(resume && { resume }),
  };
};
