/** What identifies a runner. */
export interface Identity {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** `yyyy-mm-dd` */
  readonly birthDate: string;
}

/** A person who runs. */
export interface Runner extends Identity {
  readonly gender: 'female' | 'male' | 'non-binary';
  readonly emergencyContact: string;
}

export const identityOf = ({ firstName, lastName, email, birthDate }: Runner): Identity => ({
  firstName,
  lastName,
  email,
  birthDate,
});

/**
 * Identifies the same runner within one event: name, birth date and address together, because families share an address
 * and namesakes share a name. Invisible characters (a zero-width space) do not make another person. The bar between the
 * parts is escaped within them; otherwise one person's name could be written so that it reads like another person.
 */
export const personOf = ({ firstName, lastName, email, birthDate }: Identity): string =>
  [firstName, lastName, email, birthDate]
    .map((part) => part.normalize('NFKC').toLowerCase())
    .map((part) =>
      part
        .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .map((part) => part.replace(/[\\|]/g, '\\$&'))
    .join('|');
