import { foldText } from '../text';
import type { Guardian, Signature } from './signatures';

/** What identifies a runner. */
export interface Identity {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** `yyyy-mm-dd` */
  readonly birthDate: string;
}

/** A person who runs. In a race with a form, the form asks for more than the identity, and explains the answers. */
export interface Runner extends Identity {
  readonly gender?: 'female' | 'male' | 'non-binary' | undefined;
  readonly emergencyContact?: string | undefined;
  readonly answers?: Readonly<Record<string, unknown>> | undefined;
  /** Of the one who pays: the answers that are given once for the order. */
  readonly orderAnswers?: Readonly<Record<string, unknown>> | undefined;
  /** On the way to the writer, which keeps the signatures apart. */
  readonly guardian?: Guardian | undefined;
  readonly signatures?: readonly Signature[] | undefined;
  /** On the way to the writer: the leg of a relay that they would like. */
  readonly leg?: number | undefined;
}

export const identityOf = ({ firstName, lastName, email, birthDate }: Identity): Identity => ({
  firstName,
  lastName,
  email,
  birthDate,
});

/** The latest date anywhere on Earth, as `yyyy-mm-dd`: the first time zone is 14 hours ahead of UTC. */
export const latestBirthDate = (now: Date): string =>
  new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);

export type PeopleFault =
  | { readonly field: string; readonly code: 'future-date' }
  /** `other`: the field of the same person. */
  | { readonly field: string; readonly code: 'same-person'; readonly other: string };

/**
 * What is wrong with the members of a group beyond each member's own fields. `latest`: the last valid date of birth,
 * `yyyy-mm-dd`.
 */
export const peopleFaults = (
  people: readonly { readonly field: string; readonly who: Identity }[],
  latest: string,
): readonly PeopleFault[] => {
  const fieldOf = new Map<string, string>();
  return people.flatMap(({ field, who }) => {
    const person = personOf(who);
    const before = fieldOf.get(person);
    if (!before) fieldOf.set(person, field);
    return [
      ...(who.birthDate > latest ? [{ field: `${field}.birthDate`, code: 'future-date' } as const] : []),
      ...(before ? [{ field, code: 'same-person', other: before } as const] : []),
    ];
  });
};

/**
 * Identifies the same runner within one event: name, birth date and address together, because families share an address
 * and namesakes share a name. Invisible characters (a zero-width space) do not make another person. The bar between the
 * parts is escaped within them; otherwise one person's name could be written so that it reads like another person.
 */
export const personOf = ({ firstName, lastName, email, birthDate }: Identity): string =>
  [firstName, lastName, email, birthDate]
    .map(foldText)
    .map((part) => part.replace(/[\\|]/g, '\\$&'))
    .join('|');
