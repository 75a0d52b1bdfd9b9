/** A team as it is founded with the registration of its captain. */
export interface NewTeam {
  /** By the form of the race. */
  readonly kind: string;
  readonly name: string;
  /** How many people may be in it. */
  readonly size: number;
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
