import type { Configuration } from '../configuration';
import { explore } from '../explore';
import { mutantsOfGroups } from './groups';
import { mutantsOfRules } from './rules';
import { mutantsOfSteps } from './steps';

const mutants = [...mutantsOfRules, ...mutantsOfSteps, ...mutantsOfGroups];

/** Many mutants share a world. */
const sound = new Map<string, boolean>();
const isSound = (world: Configuration): boolean => {
  const key = JSON.stringify(world);
  const known = sound.get(key) ?? explore(world).violation === undefined;
  sound.set(key, known);
  return known;
};

test.each(mutants)('without "$guard" it is not so that: $violates', ({ rules, world, violates }) => {
  expect(isSound(world)).toBe(true);
  const { violation } = explore(world, rules);
  expect(violation?.of).toBe(violates);
  expect(violation?.trace).not.toEqual([]);
});

test('each guard is taken away once', () => {
  const guards = mutants.map(({ guard }) => guard);
  expect(new Set(guards).size).toBe(guards.length);
});
