import * as v from 'valibot';
import { emailShape, textHash } from '../../fields';
import { documentsFor, type FormDocument } from '../signing';
import { documentKinds } from './document-kinds';
import type { Form } from './form';
import { line } from './question-types';
import type { Fault } from './rule-definition';

const document = v.strictObject({
  kind: v.picklist(documentKinds),
  hash: textHash,
  signature: v.optional(v.picklist(['checkbox', 'typed-name']), 'checkbox'),
});

export const signingFields = {
  /** The texts that are accepted, at most one of a kind. Where there is none, nobody is a minor. */
  documents: v.optional(v.pipe(v.array(document), v.maxLength(documentKinds.length))),
  /** Minors are younger on the day of signing. 18 when it is absent. */
  adultAge: v.optional(v.pipe(v.number(), v.integer('whole-number'), v.minValue(0), v.maxValue(25))),
};

/** What is wrong with what is signed, beyond the fields of each document. */
export const documentFaults = ({ documents = [], adultAge }: Form): readonly Fault[] => [
  ...documents.flatMap(({ kind }, n) =>
    documents.findIndex((one) => one.kind === kind) < n ? [{ at: ['documents', n, 'kind'], code: 'twice' }] : [],
  ),
  ...(adultAge !== undefined && documents.length === 0 ? [{ at: ['adultAge'], code: 'nothing-to-sign' }] : []),
];

const maxName = 121;
const maxRelationship = 60;

// Made when it is asked for, because the page is built without it.
const guardianSchema = () =>
  v.union([
    v.strictObject({ member: v.pipe(v.number(), v.integer('whole-number'), v.minValue(0), v.maxValue(7)) }),
    v.strictObject({
      name: line(maxName),
      email: v.pipe(v.string(), v.maxLength(254, 'too-long'), v.regex(emailShape, 'email')),
      relationship: line(maxRelationship),
    }),
  ]);

const signatureOf = ({ kind, hash, signature }: FormDocument) => {
  // The text may have changed meanwhile: then it must be read and accepted again.
  const signed = { kind: v.literal(kind), hash: v.literal(hash, 'text-changed') };
  return signature === 'typed-name' ? v.strictObject({ ...signed, name: line(maxName) }) : v.strictObject(signed);
};

const makeSigningSchema = (documents: readonly FormDocument[]) => ({
  guardian: v.optional(guardianSchema()),
  signatures: v.optional(
    v.pipe(v.array(v.variant('kind', documents.map(signatureOf), 'not-asked')), v.maxLength(documentKinds.length)),
  ),
});

/** What a person of an entry says about signing. What is missing for them, `signingFaults` knows: it depends on the day. */
export const signingSchema = ({ documents = [] }: Form): ReturnType<typeof makeSigningSchema> =>
  // Where nothing is signed, these are no fields of an entry.
  documents.length > 0 ? makeSigningSchema(documents) : ({} as ReturnType<typeof makeSigningSchema>);

const longestGuardian = maxName + 254 + maxRelationship + '"guardian":{"name":"","email":"","relationship":""},'.length;

/** The characters of the longest guardian and signatures of one person, as JSON. */
export const longestSigning = (form: Form): number => {
  if (!form.documents?.length) return 0;
  const [byAdults = 0, forMinors = 0] = [false, true].map((ofMinor) =>
    documentsFor(form, ofMinor).reduce((sum, { kind, hash, signature }) => {
      const name = signature === 'typed-name' ? maxName + ',"name":""'.length : 0;
      return sum + kind.length + hash.length + name + '{"kind":"","hash":""},'.length;
    }, '"signatures":[],'.length),
  );
  return Math.max(byAdults, longestGuardian + forMinors);
};
