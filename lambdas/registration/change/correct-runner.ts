import { type Identity, latestBirthDate } from '../../domain/person/person';
import type { Outcomes, RememberedRunners } from '../ports';

export interface Correction {
  readonly registrationId: string;
  /** The fields that were wrong, with their right values. */
  readonly right: Partial<Identity>;
  readonly reason: string;
}

export type CorrectedField = keyof Identity;

/** `fields`: those that changed; empty when all had these values before. `paidAs`: the registration that paid. */
export type Corrected =
  | { readonly kind: 'corrected'; readonly fields: readonly CorrectedField[]; readonly paidAs: string }
  /** `same-person`: somebody else is registered with the corrected details. `no-spot`: the registration has ended. */
  | { readonly kind: 'not-found' | 'no-spot' | 'settling' | 'same-person' | 'too-many-corrections' };

export type Resent = { readonly kind: 'resent' | 'not-found' | 'no-spot' | 'too-many-links' };

/** Corrections of registered runners, each in one transaction with its audit row and its mail. */
export interface Corrections {
  correct(correction: Correction): Promise<Corrected>;
  /** Mails the link to the registration once more. */
  resendLink(registrationId: string): Promise<Resent>;
}

interface Needs {
  readonly corrections: Pick<Corrections, 'correct'>;
  readonly outcomes: Pick<Outcomes, 'changed'>;
  readonly remembered: Pick<RememberedRunners, 'ended'>;
  readonly now: () => Date;
}

export type CorrectRunner = (correction: Correction) => Promise<Corrected | { readonly kind: 'future-date' }>;

/** Corrects a name, a birth date or an address. The spot and the money stay as they are. */
export const correctRunner =
  ({ corrections, outcomes, remembered, now }: Needs): CorrectRunner =>
  async (correction) => {
    const { registrationId, right } = correction;
    if (right.birthDate !== undefined && right.birthDate > latestBirthDate(now())) return { kind: 'future-date' };
    const answer = await corrections.correct(correction);
    if (answer.kind !== 'corrected' || answer.fields.length === 0) return answer;
    // The caches must forget the wrong details. Afterwards the database says who is registered.
    await Promise.all([
      ...[...new Set([registrationId, answer.paidAs])].map((id) => outcomes.changed(id)),
      remembered.ended(registrationId),
    ]);
    return answer;
  };
