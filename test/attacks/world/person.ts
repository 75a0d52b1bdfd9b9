import { randomBytes } from 'node:crypto';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly birthDate: string;
}

const run = randomBytes(4).toString('hex');
let people = 0;

/** A new person with a unique name: wherever the name turns up, data has leaked. */
export const newPerson = (role: string, changed: Partial<Person> = {}): Person => {
  const n = ++people;
  return {
    firstName: `${role}${n}`,
    lastName: `Fam${run}${n}`,
    email: `${role.toLowerCase()}${n}.${run}@attacked.example`,
    birthDate: `19${50 + (n % 50)}-0${1 + (n % 9)}-1${n % 10}`,
    ...changed,
  };
};

/** The other answers of the runner's form. */
export const asRunner = (person: Person) => ({
  ...person,
  gender: 'non-binary',
  emergencyContact: 'Somebody, +49 30 1234567',
});

/** A UUID version 7. */
export const newId = (): string => {
  const time = Date.now().toString(16).padStart(12, '0');
  const bytes = randomBytes(10).toString('hex');
  const variant = ((Number.parseInt(bytes[3] ?? '0', 16) & 3) | 8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${bytes.slice(0, 3)}-${variant}${bytes.slice(4, 7)}-${bytes.slice(7, 19)}`;
};
