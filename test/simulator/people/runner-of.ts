import type { Runner } from '../../../lambdas/domain/person/person';
import { poison } from '../stores/registration-store';

/** What a person types into the form. Two with one name are one person. */
export const runnerOf = (person: string): Runner => ({
  firstName: person.startsWith('poison') ? `${person}${poison}` : person,
  lastName: 'Test',
  email: `${person}@example.com`,
  birthDate: '1990-01-01',
  gender: 'female',
  emergencyContact: 'Somebody, 123',
});
