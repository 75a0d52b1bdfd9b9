import type { Entry, RaceFacts } from '../history';
import type { Consent } from '../world/goods';
import { findings, type Violation } from './violation';

const adultAge = 18;

/**
 * In a race with a form, everybody who is in has signed, or their guardian has, and is who they were quoted as. Somebody who
 * takes a spot over signs nothing here.
 */
export const checkConsents = (history: readonly Entry[], { stock }: RaceFacts): readonly Violation[] => {
  const { violations, insist } = findings();
  if (!stock) return violations;
  const consents = new Map<string, Consent>();
  const quoted = new Map<string, Set<string>>();
  for (const entry of history) {
    if (entry.kind === 'quoted')
      for (const [id, birthDate] of Object.entries(entry.birthDates ?? {}))
        quoted.set(id, (quoted.get(id) ?? new Set()).add(birthDate));
    if (entry.kind !== 'committed') continue;
    for (const consent of entry.changes.consents) consents.set(consent.registrationId, consent);
    const today = new Date(entry.at).toISOString().slice(0, 10);
    for (const { id, outcome, via } of entry.changes.registrations) {
      if (outcome !== 'confirmed' || via === 'transfer') continue;
      const { birthDate = '', signatures = [] } = consents.get(id) ?? {};
      insist(signatures.length > 0, 'Q10', entry.step, `${id} is in, and nobody has signed`);
      const isQuoted = quoted.get(id)?.has(birthDate) ?? false;
      insist(isQuoted, 'Q7', entry.step, `${id} is in as born ${birthDate}, and was quoted as somebody else`);
      const comesOfAge = `${Number(birthDate.slice(0, 4)) + adultAge}${birthDate.slice(4)}`;
      const by = comesOfAge > today ? 'guardian' : 'self';
      const isRight = signatures.every(
        (one) => one.by === by && one.hash === (by === 'self' ? 'waiver' : 'minor-waiver'),
      );
      insist(isRight, 'Q10', entry.step, `${id}, born ${birthDate}, is in, and ${by} has not signed`);
    }
  }
  return violations;
};
