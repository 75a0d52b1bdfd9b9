/** Who signs for a minor: an adult of the same entry, by their place in it, or somebody who does not run. */
export type Guardian =
  | { readonly member: number }
  | { readonly name: string; readonly email: string; readonly relationship: string };

/** What somebody accepted in an entry. */
export interface Signature {
  readonly kind: string;
  /** SHA-256 (base64url) of the text. */
  readonly hash: string;
  /** As it was typed, where the document asks for it. */
  readonly name?: string | undefined;
}

interface Signer {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly guardian?: Guardian | undefined;
  readonly signatures?: readonly Signature[] | undefined;
}

/** A signature as it is kept: who signed which text, for themselves or as a guardian. */
export interface KeptSignature extends Signature {
  /** As typed or, where a tick is enough, the name of the person who signed. */
  readonly name: string;
  readonly by: 'self' | 'guardian';
  /** `relationship`: what a guardian who does not run said of themselves. */
  readonly guardian?: { readonly name: string; readonly email: string; readonly relationship?: string } | undefined;
}

/** The signatures of one person of an entry, as they are kept. */
export const signaturesOf = (people: readonly Signer[], n: number): readonly KeptSignature[] => {
  const person = people[n];
  if (!person) return [];
  const guardian = guardianOf(people, person);
  return (person.signatures ?? []).map(({ kind, hash, name }) => ({
    kind,
    hash,
    name: name ?? guardian?.name ?? fullName(person),
    by: guardian ? 'guardian' : 'self',
    ...(guardian && { guardian }),
  }));
};

const guardianOf = (people: readonly Signer[], { guardian }: Signer): KeptSignature['guardian'] => {
  if (!guardian || !('member' in guardian)) return guardian;
  const member = people[guardian.member];
  return member && { name: fullName(member), email: member.email };
};

const fullName = ({ firstName, lastName }: Signer) => `${firstName} ${lastName}`;
