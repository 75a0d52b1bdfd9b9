import { explore } from './explore';
import { mutantsOfRules } from './mutants-of-rules';
import { mutantsOfSteps } from './mutants-of-steps';

const mutants = [...mutantsOfRules, ...mutantsOfSteps];

test.each(mutants)('without "$guard" it is not so that: $violates', ({ law, world, violates }) => {
  expect(explore(world).violation).toBeUndefined();
  const { violation } = explore(world, law);
  expect(violation?.of).toBe(violates);
  expect(violation?.trace).not.toEqual([]);
});

test('each guard is taken away once', () => {
  const guards = mutants.map(({ guard }) => guard);
  expect(new Set(guards).size).toBe(guards.length);
});
