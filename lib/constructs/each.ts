/** A record of what `make` makes for each name. */
export const each = <Name extends string, Made>(
  names: readonly Name[],
  make: (name: Name) => Made,
): Record<Name, Made> => {
  const made: Partial<Record<Name, Made>> = {};
  for (const name of names) made[name] = make(name);
  return made as Record<Name, Made>;
};
