import type { IdentityMessage } from '../../../lambdas/api/messages/registrations';
import * as t from '../texts/page';
import { type Draft, typedOf } from './draft';
import { type ReadRunner, readRunner } from './runner';

/** The key that tells people apart. The server has a similar rule, and decides. */
export const personOf = ({ firstName, lastName, email, birthDate }: IdentityMessage) =>
  [firstName, lastName, email, birthDate].join('|').normalize('NFKC').toLowerCase();

/** Checks everybody's form; the person who pays is first. The same person twice is an error. `today` as `yyyy-mm-dd`. */
export const readPeople = (draft: Draft, today: string): readonly ReadRunner[] => {
  const seen: (string | undefined)[] = [];
  return typedOf(draft).map((typed, who): ReadRunner => {
    const read = readRunner(typed, today, who > 0);
    const person = read.kind === 'runner' ? personOf(read.runner) : undefined;
    const twin = person === undefined ? -1 : seen.indexOf(person);
    seen.push(person);
    if (twin < 0) return read;
    const firstName = t.samePerson(twin + 1);
    return { kind: 'errors', errors: { firstName } };
  });
};
