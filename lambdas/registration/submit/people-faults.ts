import { personOf, type Runner } from '../../domain/person';

export interface PeopleFault {
  readonly field: string;
  readonly message: string;
}

/**
 * What is wrong with the members of a group beyond each member's own fields. `latest`: the last valid date of birth,
 * `yyyy-mm-dd`.
 */
export const peopleFaults = (runner: Runner, companions: readonly Runner[], latest: string): readonly PeopleFault[] => {
  const people = [{ field: 'runner', who: runner }, ...companions.map((who, n) => ({ field: `companions.${n}`, who }))];
  const fieldOf = new Map<string, string>();
  return people.flatMap(({ field, who }) => {
    const before = fieldOf.get(personOf(who));
    if (!before) fieldOf.set(personOf(who), field);
    return [
      ...(who.birthDate > latest ? [{ field: `${field}.birthDate`, message: 'must not be in the future' }] : []),
      ...(before ? [{ field, message: `must be somebody else than ${before}: everybody runs once` }] : []),
    ];
  });
};
