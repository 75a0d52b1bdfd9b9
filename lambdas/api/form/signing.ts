import { foldText } from '../../domain/text';
import { ageOn } from './age';
import type { DocumentKind } from './definition/document-kinds';
import type { Eligibility } from './rule';

/** A text that is accepted with the entry. */
export interface FormDocument {
  readonly kind: DocumentKind;
  /** SHA-256 (base64url) of the text: it says which text was accepted. */
  readonly hash: string;
  /** How it is accepted: by a tick, or by typing one's name. */
  readonly signature: 'checkbox' | 'typed-name';
}

/** The part of a form that is signed. */
export interface Signing {
  readonly documents?: readonly FormDocument[] | undefined;
  /** A person who is younger on the day of signing needs a guardian who signs for them. 18 when it is absent. */
  readonly adultAge?: number | undefined;
}

/** What decides whether somebody signs for themselves. */
type SigningRules = Signing & Pick<Eligibility, 'leapBirthday'>;

/** Who signs for a minor: an adult of the same entry, by their place in it, or somebody who does not run. */
export type Guardian =
  | { readonly member: number }
  | { readonly name: string; readonly email: string; readonly relationship: string };

export interface Signature {
  readonly kind: DocumentKind;
  readonly hash: string;
  /** As it was typed, where a document asks for it. */
  readonly name?: string | undefined;
}

/** What signing reads of a person in an entry. */
export interface Signer {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** `yyyy-mm-dd` */
  readonly birthDate: string;
  readonly guardian?: Guardian | undefined;
  readonly signatures?: readonly Signature[] | undefined;
}

const defaultAdultAge = 18;

/**
 * Whether a guardian signs for somebody with this birth date. `today`: the day of signing in the race's time zone. It is the
 * day of signing that counts, not the day of the race: that is when consent is given. Where nothing is signed, nobody is a
 * minor.
 */
export const isMinor = (form: SigningRules, birthDate: string, today: string): boolean =>
  (form.documents ?? []).length > 0 && ageOn(birthDate, today, form.leapBirthday) < (form.adultAge ?? defaultAdultAge);

/** The documents that are signed for one person: by themselves, or by the guardian of a minor. */
export const documentsFor = ({ documents = [] }: Signing, ofMinor: boolean): readonly FormDocument[] => {
  const isForMinors = documents.some(({ kind }) => kind === 'minor-waiver');
  return documents.filter(({ kind }) => {
    if (kind === 'minor-waiver') return ofMinor;
    return kind !== 'waiver' || !ofMinor || !isForMinors;
  });
};

/** `field`: the path in the entry, with dots. */
export interface SigningFault {
  readonly field: string;
  readonly code: 'no-guardian' | 'guardian-of-adult' | 'guardian-not-adult' | 'not-signed' | 'not-asked' | 'twice';
  /** The kind of the document that is not signed. */
  readonly other?: DocumentKind | undefined;
}

/** What is missing or too much about guardians and signatures. `today`: the day of signing in the race's time zone. */
export const signingFaults = (form: SigningRules, people: readonly Signer[], today: string): readonly SigningFault[] =>
  people.flatMap((person, n): readonly SigningFault[] => {
    const at = `people.${n}`;
    const ofMinor = isMinor(form, person.birthDate, today);
    const { guardian, signatures = [] } = person;
    const asked = documentsFor(form, ofMinor);
    const isGuardianFit = guardian && isAdult(form, people, n, guardian, today);
    return [
      ...(ofMinor && !guardian ? [{ field: `${at}.guardian`, code: 'no-guardian' } as const] : []),
      ...(!ofMinor && guardian ? [{ field: `${at}.guardian`, code: 'guardian-of-adult' } as const] : []),
      ...(ofMinor && guardian && !isGuardianFit
        ? [{ field: `${at}.guardian`, code: 'guardian-not-adult' } as const]
        : []),
      ...asked
        .filter(({ kind }) => !signatures.some((one) => one.kind === kind))
        .map(({ kind }) => ({ field: `${at}.signatures`, code: 'not-signed', other: kind }) as const),
      ...signatures.flatMap(({ kind }, m): readonly SigningFault[] => {
        const field = `${at}.signatures.${m}`;
        if (!asked.some((one) => one.kind === kind)) return [{ field, code: 'not-asked' }];
        return signatures.findIndex((one) => one.kind === kind) < m ? [{ field, code: 'twice' }] : [];
      }),
    ];
  });

/**
 * Nobody is their own guardian, and no minor of the entry is anybody's, by place or by name. A minor may give another address than
 * their own for themselves: their name alone is enough to refuse it. Another minor is told from a parent of the same name by the
 * address.
 */
const isAdult = (
  form: SigningRules,
  people: readonly Signer[],
  ofPerson: number,
  guardian: Guardian,
  today: string,
) => {
  if ('member' in guardian) {
    const member = people[guardian.member];
    return guardian.member !== ofPerson && member !== undefined && !isMinor(form, member.birthDate, today);
  }
  return !people.some(
    (person, n) =>
      wordsIn(fullName(person)) === wordsIn(guardian.name) &&
      (n === ofPerson ||
        (isMinor(form, person.birthDate, today) && foldText(person.email) === foldText(guardian.email))),
  );
};

/** For comparing names: their words may be in any order. */
const wordsIn = (name: string) => foldText(name).split(' ').sort().join(' ');

export const fullName = ({ firstName, lastName }: Pick<Signer, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`;
