import type { Credit, DeferralTerms } from '../../../domain/money/credit';
import type { Relay } from '../../../domain/outbox';
import type { Outcomes, RememberedRunners, Tokens } from '../../ports';
import { type AccessRequest, isOwner, type Owners } from '../../show/access';
import { type ChangeFacts, type ChangePermission, mayChange } from '../change-rules';

/** What a runner agrees to. */
export type ShownTerms = Pick<Credit, 'worth' | 'fee'>;

export interface DeferralFacts extends ChangeFacts {
  /** Absent when runners may not defer, or not any more. */
  readonly terms?: Omit<DeferralTerms, 'until'> | undefined;
  /** The spot was paid for with a credit. */
  readonly isOnCredit: boolean;
  /** A part of what was paid for the entry was given back, or all of it. */
  readonly isRefunded: boolean;
  /** They were moved to a dearer event, and have not paid the difference: it could not be charged. */
  readonly isDue: boolean;
}

type Permission =
  | { readonly kind: 'done' }
  | { readonly kind: 'deferred-before' | Exclude<ChangePermission, 'change' | 'done'> };

/** What the credit would be. */
export type CreditTerms = Pick<Credit, 'worth' | 'fee' | 'series'> & { readonly creditUntil: Date };

export type DeferralOffer = { readonly kind: 'offered'; readonly terms: CreditTerms } | Permission;

export type DeferralRuling =
  | { readonly kind: 'defer'; readonly terms: CreditTerms }
  | { readonly kind: 'terms-changed'; readonly terms: ShownTerms }
  | Permission;

/**
 * The credit that the runner may get for the spot. A spot that was paid for with a credit cannot be deferred again. What was given
 * back for the entry is not in the credit: nobody has the money and the credit. Nor is what was never paid for it.
 */
export const deferralOffer = (facts: DeferralFacts): DeferralOffer => {
  const { terms, isOnCredit, isRefunded, isDue, amount } = facts;
  const answer = mayChange(facts, 'deferred', 'runner');
  if (answer !== 'change') return { kind: answer };
  if (!terms) return { kind: 'too-late' };
  if (isOnCredit) return { kind: 'deferred-before' };
  const isWhole = terms.worth === 'entry' && !isRefunded && !isDue;
  return { kind: 'offered', terms: { ...terms, worth: isWhole ? 'entry' : amount } };
};

/** Whether the runner may defer, after they were shown these terms. */
export const mayDefer = (facts: DeferralFacts, shown: ShownTerms): DeferralRuling => {
  const offer = deferralOffer(facts);
  if (offer.kind !== 'offered') return offer;
  const { worth, fee } = offer.terms;
  return shown.worth === worth && shown.fee === fee
    ? { kind: 'defer', terms: offer.terms }
    : { kind: 'terms-changed', terms: { worth, fee } };
};

/** `outbox`: ids to relay now. */
export type Deferred =
  | { readonly kind: 'deferred'; readonly credit: Credit; readonly outbox: readonly string[] }
  | Exclude<DeferralRuling, { readonly kind: 'defer' | 'done' }>
  | { readonly kind: 'not-found' };

/** `currency`: of the payment. */
export type DeferralShown =
  | { readonly kind: 'offered'; readonly terms: CreditTerms; readonly currency: string }
  | { readonly kind: 'deferred'; readonly credit: Credit }
  | Exclude<DeferralOffer, { readonly kind: 'offered' | 'done' }>
  | { readonly kind: 'not-found' };

export interface Deferrals {
  show(registrationId: string): Promise<DeferralShown>;
  /** Gives up a spot for a credit, in one transaction with units, mail, audit and waiting list. Safe to send again. */
  defer(registrationId: string, shown: ShownTerms): Promise<Deferred>;
}

interface Needs {
  readonly tokens: Pick<Tokens, 'readHold' | 'readLink'>;
  readonly changes: Owners;
  readonly deferrals: Deferrals;
  readonly outcomes: Pick<Outcomes, 'changed'>;
  readonly remembered: Pick<RememberedRunners, 'ended'>;
  readonly relay: Relay;
  /** Called with failures after the commit. */
  readonly report: (error: unknown) => void;
}

/** Deferring, for the owner of a registration. */
export interface DeferRegistration {
  show(request: AccessRequest): Promise<DeferralShown | NotYours>;
  defer(request: AccessRequest, shown: ShownTerms): Promise<Deferred | NotYours>;
}

interface NotYours {
  readonly kind: 'not-yours';
}

export const deferRegistration = ({
  tokens,
  changes,
  deferrals,
  outcomes,
  remembered,
  relay,
  report,
}: Needs): DeferRegistration => {
  const isTheirs = (request: AccessRequest) => isOwner(tokens, changes, request);

  return {
    async show(request) {
      return (await isTheirs(request)) ? deferrals.show(request.registrationId) : { kind: 'not-yours' };
    },

    async defer(request, shown) {
      if (!(await isTheirs(request))) return { kind: 'not-yours' };
      const { registrationId } = request;
      const answer = await deferrals.defer(registrationId, shown);
      if (answer.kind !== 'deferred') return answer;
      const { outbox } = answer;
      const results = await Promise.allSettled([
        outbox.length > 0 ? relay(outbox) : undefined,
        outcomes.changed(registrationId),
        remembered.ended(registrationId),
      ]);
      for (const result of results) if (result.status === 'rejected') report(result.reason);
      return answer;
    },
  };
};
