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

/** A name as it is compared: in any case, and without what nobody sees. */
export const foldTeamName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

/** After so many teams of one name, the next has a part of its id behind it. Otherwise each would be tried in turn. */
const mostCounted = 9;

/** The names to try in turn. Nobody loses a spot for a name: one that is taken gets a number. The last one is free. */
export const teamNamesToTry = (name: string, id: string): readonly string[] => [
  name,
  ...Array.from({ length: mostCounted - 1 }, (_, n) => `${name} (${n + 2})`),
  `${name} (${id.slice(-8)})`,
];

interface RelayMember {
  readonly registrationId: string;
  /** That they run already. */
  readonly leg?: number | undefined;
  readonly wanted?: number | undefined;
}

/**
 * The legs of those who run none yet: the one that they want, or else the first that is free. Nobody loses a place in a team
 * because another one was faster.
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
