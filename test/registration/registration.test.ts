import fc from 'fast-check';
import { type Identity, personOf, type Runner } from '../../lambdas/domain/person/person';

const ada: Runner = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  birthDate: '1990-05-17',
  gender: 'female',
  emergencyContact: 'Bob',
};

test.each<[string, Partial<Runner>]>([
  ['in capitals', { firstName: 'ADA', email: 'Ada@Example.com' }],
  ['with a letter of another width', { firstName: 'Ａda' }],
  ['with a space nobody sees', { firstName: 'A\u200bda', lastName: 'Love\u00adlace\u2060' }],
  ['with more space', { lastName: ' Lovelace\u00a0' }],
  ['with another emergency contact', { emergencyContact: 'Eve' }],
])('Ada %s is still Ada', (_, changes) => expect(personOf({ ...ada, ...changes })).toBe(personOf(ada)));

test.each<[string, Partial<Runner>]>([
  ['a brother', { firstName: 'Ade' }],
  ['a namesake', { email: 'lovelace@example.com' }],
  ['a daughter', { birthDate: '2010-05-17' }],
])('%s is somebody else', (_, changes) => expect(personOf({ ...ada, ...changes })).not.toBe(personOf(ada)));

test('two people never share a key, whatever bars and strokes their names have', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'b', '|', '\\') });
  const person = fc.record<Identity>({ firstName: part, lastName: part, email: part, birthDate: part });
  const wide = (text: string) => text.replaceAll('|', '\uff5c').replaceAll('\\', '\uff3c');
  fc.assert(
    fc.property(person, person, (one, other) => {
      const isSame = (['firstName', 'lastName', 'email', 'birthDate'] as const).every(
        (name) => one[name] === other[name],
      );
      expect(personOf(one) === personOf(other)).toBe(isSame);
      // Full-width variants of these letters are escaped as well.
      expect(personOf({ ...one, firstName: wide(one.firstName) })).toBe(personOf(one));
    }),
    {
      numRuns: 2_000,
      examples: [
        [
          { ...ada, firstName: 'a|', lastName: 'b' },
          { ...ada, firstName: 'a', lastName: '|b' },
        ],
      ],
    },
  );
});

test('somebody who has neither in their name keeps the key of the rows that are there', () => {
  expect(personOf({ ...ada, lastName: 'O’Neill-Łukasz' })).toBe('ada|o’neill-łukasz|ada@example.com|1990-05-17');
});
