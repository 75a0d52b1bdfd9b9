import { foldText } from './text';

/** A team as it is founded with the registration of its captain. */
export interface NewTeam {
  /** By the form of the race. */
  readonly kind: string;
  readonly name: string;
  /** How many people may be in it. */
  readonly size: number;
  /** Of a relay: as many as its size. */
  readonly legs?: number | undefined;
}

/** A name for comparing. */
export const foldTeamName = foldText;

/** Up to this many teams of one name get a number. The next one gets a part of its id, so that not every number is tried. */
const maxNumberedTeams = 9;

/** The names to try one after the other. Nobody loses a spot because a name is taken. The last name is always free. */
export const teamNamesToTry = (name: string, id: string): readonly string[] => [
  name,
  ...Array.from({ length: maxNumberedTeams - 1 }, (_, n) => `${name} (${n + 2})`),
  `${name} (${id.slice(-8)})`,
];

interface RelayMember {
  readonly registrationId: string;
  /** The leg that they run already. */
  readonly leg?: number | undefined;
  readonly wanted?: number | undefined;
}

/**
 * Legs for the members who have none yet: the leg that they want, or else the first free one. Nobody loses a place in a team because
 * another member was faster.
 */
export const dealLegs = (legs: number, members: readonly RelayMember[]): ReadonlyMap<string, number> => {
  const free = new Set(Array.from({ length: legs }, (_, n) => n + 1));
  for (const { leg } of members) if (leg !== undefined) free.delete(leg);
  const dealt = new Map<string, number>();
  const deal = (registrationId: string, leg: number | undefined) => {
    if (leg === undefined || !free.delete(leg)) return;
    dealt.set(registrationId, leg);
  };
  const open = members.filter(({ leg }) => leg === undefined);
  for (const { registrationId, wanted } of open) deal(registrationId, wanted);
  for (const { registrationId } of open) if (!dealt.has(registrationId)) deal(registrationId, [...free][0]);
  return dealt;
};
