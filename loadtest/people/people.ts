import type { RunnerMessage } from '../../lambdas/api/messages/registrations';

const firstNames = [
  'Ada',
  'Ben',
  'Chloé',
  'Dmitri',
  'Elif',
  'Farah',
  'Goran',
  'Hana',
  'Ivo',
  'Jürgen',
  'Kwame',
  'Lúcia',
  'Mei',
  'Noor',
  'Oskar',
  'Priya',
];
const lastNames = [
  'Abara',
  'Berg',
  'Castillo',
  'Dubois',
  'Eriksen',
  'Fuchs',
  'García',
  'Haddad',
  'Ito',
  'Jansen',
  'Kowalski',
  "O'Neill",
  'Müller',
  'Nowak',
  'Silva',
  'Yılmaz',
];
const genders = ['female', 'male', 'non-binary'] as const;

const pick = <T>(list: readonly T[], n: number): T => {
  const item = list[n % list.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

/** The n-th person of a run: plausible data, and nobody twice. */
export const person = (n: number, run: string): RunnerMessage => {
  const firstName = pick(firstNames, n);
  const lastName = pick(lastNames, Math.floor(n / firstNames.length));
  return {
    firstName,
    lastName,
    email: `runner-${n}.${run}@example.com`,
    birthDate: `${1950 + (n % 55)}-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`,
    gender: pick(genders, n),
    emergencyContact: `${pick(firstNames, n + 5)} ${lastName}, +49 30 ${1_000_000 + n}`,
  };
};

/**
 * The same person with a mailbox at [SES's
 * simulator](https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html). A deployed system really
 * sends, and bounces from example.com would count against its owner.
 */
export const atMailSimulator = (one: RunnerMessage): RunnerMessage => ({
  ...one,
  email: `success+${one.email.replace(/@.*/, '')}@simulator.amazonses.com`,
});

/** A household. A system limits what one address may hold without paying, and a small event limits it to little. */
export const peopleAtAddress = 4;

/** The loopback address that the n-th person connects from; a household shares one. */
export const addressOf = (n: number): string => {
  const home = Math.floor(n / peopleAtAddress);
  const network = Math.floor(home / 254);
  return `127.${1 + (network >> 8)}.${network & 255}.${1 + (home % 254)}`;
};
