/**
 * A race for each test: `make` makes `count` of them before anybody looks, because the list of races is cached. What this
 * resolves with gives one at a time, and throws when a test asks for more.
 */
export const raceForEachTest = async <Race>(count: number, make: () => Promise<Race>): Promise<() => Race> => {
  const races: Race[] = [];
  for (let n = 0; n < count; n++) races.push(await make());
  return () => {
    const race = races.pop();
    if (race === undefined) throw new Error(`Make more than ${count} races before all tests.`);
    return race;
  };
};
