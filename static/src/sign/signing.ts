import { emailShape } from '../../../lambdas/api/fields';
import type { DocumentKind } from '../../../lambdas/api/form/definition/document-kinds';
import type { Form } from '../../../lambdas/api/form/definition/form';
import {
  documentsFor,
  type FormDocument,
  isMinor,
  type Signature,
  signingFaults,
} from '../../../lambdas/api/form/signing';
import * as words from '../texts/sign';

/** Who signs for a minor, as typed. `member`: the place of an adult of the entry; none: somebody who does not run. */
export interface TypedGuardian {
  readonly member?: number | undefined;
  readonly isElse?: boolean | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly relationship?: string | undefined;
}

/** What was accepted: the hash says which text. `name`: as typed, where the document asks for it. */
export interface TypedSignature {
  readonly hash: string;
  readonly name?: string | undefined;
}

/** What one person of an entry, or their guardian, did at the Sign step. */
export interface TypedSigning {
  readonly guardian?: TypedGuardian | undefined;
  readonly signed: Readonly<Partial<Record<DocumentKind, TypedSignature>>>;
}

const nothingSigned: TypedSigning = { signed: {} };

/** Somebody of an entry, before they signed. */
export interface Unsigned {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** `yyyy-mm-dd` */
  readonly birthDate: string;
}

export const guardianFields = ['name', 'email', 'relationship'] as const;
export type GuardianField = (typeof guardianFields)[number];

/** Where something can be missing at this step. */
type Place = 'guardian' | GuardianField | DocumentKind;

/** Of the box in that place. */
export const idOf = (place: Place, who: number): string => `sign-${place}-${who}`;

/** In characters, as the server takes them. */
const longest = { name: 121, email: 254, relationship: 60 } as const;

const tidy = (text = ''): string => text.normalize('NFC').trim().replace(/\s+/g, ' ');

/** What one person must do at this step, and what of it is missing. */
export interface PersonSigning {
  readonly name: string;
  readonly isMinor: boolean;
  readonly typed: TypedSigning;
  /** The places of the adults who can sign for a minor. */
  readonly adults: readonly number[];
  /** Somebody who does not run is asked for. */
  readonly asksElse: boolean;
  readonly documents: readonly FormDocument[];
  readonly errors: Readonly<Partial<Record<Place, string>>>;
}

export interface ReadSigning<P> {
  readonly people: readonly PersonSigning[];
  /** The people with guardians and signatures. Absent while something is missing. */
  readonly signed?: readonly P[] | undefined;
}

const isAccepted = ({ hash, signature }: FormDocument, typed: TypedSignature | undefined): boolean =>
  typed?.hash === hash && (signature === 'checkbox' || tidy(typed.name) !== '');

/** The text of this kind is another one than was accepted. */
export const hasChanged = ({ kind, hash }: FormDocument, { signed }: TypedSigning): boolean => {
  const before = signed[kind];
  return before !== undefined && before.hash !== hash;
};

const errorsOf = (person: Omit<PersonSigning, 'errors'>, isAlone: boolean): PersonSigning['errors'] => {
  const { name, typed, documents, asksElse, isMinor: ofMinor } = person;
  const errors: Partial<Record<Place, string>> = {};
  const { guardian = {}, signed } = typed;
  if (ofMinor && !asksElse && guardian.member === undefined) errors.guardian = words.chooseGuardian(name);
  if (asksElse)
    for (const field of guardianFields) {
      const text = tidy(guardian[field]);
      if (text === '' || (field === 'email' && !emailShape.test(text))) errors[field] = words.missing[field];
      else if (text.length > longest[field]) errors[field] = words.tooLong(labels[field], longest[field]);
    }
  for (const document of documents) {
    const { kind, signature } = document;
    if (isAccepted(document, signed[kind])) continue;
    const of = isAlone && !ofMinor ? undefined : name;
    errors[kind] = (signature === 'typed-name' ? words.mustName : words.mustAccept)(words.kinds[kind], of);
  }
  return errors;
};

export const labels = {
  name: words.guardianName,
  email: words.guardianEmail,
  relationship: words.guardianRelationship,
} as const;

/**
 * Reads what was done at the Sign step by the server's own rules. `today`: in the race's time zone. Somebody who became an adult
 * since, or has another birth date by now, needs no guardian any more.
 */
export const readSigning = <P extends Unsigned>(
  form: Form,
  people: readonly P[],
  typed: readonly TypedSigning[],
  today: string,
): ReadSigning<P> => {
  const minors = people.map(({ birthDate }) => isMinor(form, birthDate, today));
  const adults = people.flatMap((_, n) => (minors[n] ? [] : [n]));
  const read = people.map(({ firstName, lastName }, n): PersonSigning => {
    const ofMinor = minors[n] === true;
    const given = typed[n] ?? nothingSigned;
    const member = adults.find((one) => one === given.guardian?.member);
    const own = { ...given, guardian: { ...given.guardian, member: given.guardian?.isElse ? undefined : member } };
    const person = {
      name: `${firstName} ${lastName}`,
      isMinor: ofMinor,
      typed: own,
      adults,
      asksElse: ofMinor && (adults.length === 0 || own.guardian.isElse === true),
      documents: documentsFor(form, ofMinor),
    };
    return { ...person, errors: errorsOf(person, people.length === 1) };
  });
  if (read.some(({ errors }) => Object.keys(errors).length > 0)) return { people: read };
  const signed = people.map((person, n) => ({ ...person, ...signedBy(read[n]) }));
  const faults = signingFaults(form, signed, today);
  if (faults.length === 0) return { people: read, signed };
  // What the fields do not show: the guardian is the minor, or another one.
  return {
    people: read.map((one, n) =>
      faults.some(({ field }) => field === `people.${n}.guardian`)
        ? { ...one, errors: { [one.asksElse ? 'name' : 'guardian']: words.guardianIsMinor } }
        : one,
    ),
  };
};

const signedBy = (person: PersonSigning | undefined) => {
  if (!person) return {};
  const { typed, documents, isMinor: ofMinor, asksElse } = person;
  const { guardian = {}, signed } = typed;
  const [name, email, relationship] = guardianFields.map((field) => tidy(guardian[field]));
  const by = asksElse
    ? { name: name ?? '', email: email ?? '', relationship: relationship ?? '' }
    : { member: guardian.member ?? 0 };
  const signatures = documents.map(
    ({ kind, hash, signature }): Signature => ({
      kind,
      hash,
      ...(signature === 'typed-name' && { name: tidy(signed[kind]?.name) }),
    }),
  );
  return { ...(ofMinor && { guardian: by }), signatures };
};
