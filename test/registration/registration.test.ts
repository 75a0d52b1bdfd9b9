import { personOf, type Runner } from '../../lambdas/registration/registration';

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
