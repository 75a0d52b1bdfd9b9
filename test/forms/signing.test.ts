import type { ValidateFunction } from 'ajv';
import Ajv from 'ajv/dist/2020';
import fc from 'fast-check';
import * as v from 'valibot';
import { formDefinition } from '../../lambdas/api/form/definition/definition';
import { documentKinds } from '../../lambdas/api/form/definition/document-kinds';
import { entryJsonSchema } from '../../lambdas/api/form/definition/json-schema';
import { entrySchema } from '../../lambdas/api/form/entry-schema';
import { signedBy } from '../../lambdas/api/form/fill-people';
import { documentsFor, isMinor, type Signer, signingFaults } from '../../lambdas/api/form/signing';
import { read } from '../../lambdas/api/read';
import { signaturesOf } from '../../lambdas/domain/person/signatures';
import { quickToCompile } from '../support/quick-to-compile';
import { random as seeded } from '../support/random';
import { aForm, marathon, readForm, ten } from './a-form';

const hash = (letter: string) => letter.repeat(43);
const waiver = { kind: 'waiver', hash: hash('w'), signature: 'typed-name' };
const minorWaiver = { kind: 'minor-waiver', hash: hash('m') };
const terms = { kind: 'terms', hash: hash('t') };
const formWith = (documents: object[], more: object = {}) => readForm({ ...aForm, documents, ...more });
const form = formWith([waiver, minorWaiver, terms]);

const today = '2027-03-01';
const ada = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', birthDate: '1985-12-10' };
const kid = { firstName: 'Ralph', lastName: 'Byron', email: 'ada@example.com', birthDate: '2009-03-02' };
const byAda = [
  { kind: 'waiver', hash: hash('w'), name: 'Ada Byron' },
  { kind: 'terms', hash: hash('t') },
] as const;
const forKid = [
  { kind: 'minor-waiver', hash: hash('m') },
  { kind: 'terms', hash: hash('t') },
] as const;
const mother = { name: 'Anne Byron', email: 'anne@example.com', relationship: 'Mother' };
const faults = (...people: Signer[]) =>
  signingFaults(form, people, today).map(({ field, code, other }) => [field, code, other].filter(Boolean).join(' '));

test('a minor is younger than 18 on the day of signing, unless the race says another age', () => {
  expect(['2009-03-01', '2009-03-02'].map((born) => isMinor(form, born, today))).toEqual([false, true]);
  expect(isMinor(form, '2009-03-02', '2027-03-02')).toBe(false);
  expect(isMinor(formWith([waiver], { adultAge: 16 }), '2009-03-02', today)).toBe(false);
  expect(isMinor(formWith([waiver], { adultAge: 0 }), '2026-03-02', today)).toBe(false);
  expect(isMinor(formWith([waiver], { leapBirthday: 'feb-28' }), '2008-02-29', '2026-02-28')).toBe(false);
  expect(isMinor(formWith([waiver]), '2008-02-29', '2026-02-28')).toBe(true);
});

test('a minor signs the waiver of minors where there is one, and everything else as adults do', () => {
  const kinds = (...documents: object[]) =>
    [false, true].map((ofMinor) => documentsFor(formWith(documents), ofMinor).map(({ kind }) => kind));
  expect(kinds(waiver, minorWaiver, terms)).toEqual([
    ['waiver', 'terms'],
    ['minor-waiver', 'terms'],
  ]);
  expect(kinds(waiver)).toEqual([['waiver'], ['waiver']]);
  expect(kinds(minorWaiver)).toEqual([[], ['minor-waiver']]);
});

test('adults sign for themselves, and guardians for minors', () => {
  expect(faults({ ...ada, signatures: byAda })).toEqual([]);
  expect(faults({ ...kid, guardian: mother, signatures: forKid })).toEqual([]);
  const family = [
    { ...kid, guardian: { member: 1 }, signatures: forKid },
    { ...ada, signatures: byAda },
  ];
  expect(faults(...family)).toEqual([]);
  expect(signaturesOf(family, 0)).toEqual([
    {
      kind: 'minor-waiver',
      hash: hash('m'),
      name: 'Ada Byron',
      by: 'guardian',
      guardian: { name: 'Ada Byron', email: 'ada@example.com' },
    },
    {
      kind: 'terms',
      hash: hash('t'),
      name: 'Ada Byron',
      by: 'guardian',
      guardian: { name: 'Ada Byron', email: 'ada@example.com' },
    },
  ]);
  expect(signaturesOf(family, 1)).toEqual([
    { kind: 'waiver', hash: hash('w'), name: 'Ada Byron', by: 'self' },
    { kind: 'terms', hash: hash('t'), name: 'Ada Byron', by: 'self' },
  ]);
  expect(signaturesOf([{ ...kid, guardian: mother, signatures: forKid }], 0)[0]).toMatchObject({
    by: 'guardian',
    name: 'Anne Byron',
    guardian: mother,
  });
});

test.each<[string, Signer[], string[]]>([
  ['no guardian', [{ ...kid, signatures: forKid }], ['people.0.guardian no-guardian']],
  [
    'a guardian of an adult',
    [{ ...ada, guardian: mother, signatures: byAda }],
    ['people.0.guardian guardian-of-adult'],
  ],
  [
    'themselves as a guardian, by place',
    [{ ...kid, guardian: { member: 0 }, signatures: forKid }],
    ['people.0.guardian guardian-not-adult'],
  ],
  [
    'themselves as a guardian, by name',
    [{ ...kid, guardian: { name: 'RALPH  byron', email: 'Ada@example.com', relationship: 'me' }, signatures: forKid }],
    ['people.0.guardian guardian-not-adult'],
  ],
  [
    'themselves as a guardian, by name, with another address',
    [{ ...kid, guardian: { ...mother, name: 'Byron Ralph' }, signatures: forKid }],
    ['people.0.guardian guardian-not-adult'],
  ],
  [
    'a parent with the address of the minor',
    [{ ...kid, guardian: { ...mother, email: kid.email }, signatures: forKid }],
    [],
  ],
  [
    'a parent whose name is that of a minor of the order',
    [
      { ...kid, guardian: mother, signatures: forKid },
      { ...kid, firstName: 'Anne', guardian: { member: 2 }, signatures: forKid },
      { ...ada, signatures: byAda },
    ],
    [],
  ],
  [
    'a place that nobody has',
    [{ ...kid, guardian: { member: 7 }, signatures: forKid }],
    ['people.0.guardian guardian-not-adult'],
  ],
  [
    'a minor of the order, by place',
    [
      { ...kid, guardian: { member: 1 }, signatures: forKid },
      { ...kid, firstName: 'Anne', guardian: { ...mother, name: 'Eve Byron' }, signatures: forKid },
    ],
    ['people.0.guardian guardian-not-adult'],
  ],
  [
    'a minor of the order, by name',
    [
      { ...kid, guardian: { ...mother, email: kid.email }, signatures: forKid },
      { ...kid, firstName: 'Anne', guardian: { ...mother, name: 'Eve Byron' }, signatures: forKid },
    ],
    ['people.0.guardian guardian-not-adult'],
  ],
  [
    'a document that nobody signed',
    [{ ...ada, signatures: byAda.slice(1) }],
    ['people.0.signatures not-signed waiver'],
  ],
  ['no signature at all', [ada], ['people.0.signatures not-signed waiver', 'people.0.signatures not-signed terms']],
  [
    "a minor's waiver signed by an adult",
    [{ ...ada, signatures: [...byAda, forKid[0]] }],
    ['people.0.signatures.2 not-asked'],
  ],
  ['a document signed twice', [{ ...ada, signatures: [...byAda, byAda[1]] }], ['people.0.signatures.2 twice']],
])('%s is a fault at its path', (_, people, wanted) => expect(faults(...people)).toEqual(wanted));

const registrationId = '019c5f3e-7a31-7cc2-9d1e-4b7f0a6c2d11';
const answers = { gender: 'female', contact: 'Anne, 555 0100', bus: 'no', best: 12_600 };
const entryOf = (person: object) => ({
  people: [{ registrationId, answers, ...ada, ...person }],
  order: { answers: {} },
});
const schemaFaults = (person: object, of = form) => {
  const answer = read(entrySchema(of, marathon), entryOf(person));
  return 'errors' in answer ? answer.errors.map(({ field, code }) => `${field} ${code}`) : [];
};

test.each<[string, object, string[]]>([
  [
    'the text of an older form',
    { signatures: [{ ...byAda[0], hash: hash('x') }] },
    ['people.0.signatures.0.hash text-changed'],
  ],
  ['no typed name', { signatures: [{ kind: 'waiver', hash: hash('w') }] }, ['people.0.signatures.0.name missing']],
  [
    'a name where a tick is enough',
    { signatures: [{ ...byAda[1], name: 'Ada' }] },
    ['people.0.signatures.0.name unknown-field'],
  ],
  [
    'a kind that is not asked',
    { signatures: [{ kind: 'privacy', hash: hash('p') }] },
    ['people.0.signatures.0.kind not-asked'],
  ],
  ['a guardian without an address', { guardian: { ...mother, email: 'anne' } }, ['people.0.guardian.email email']],
])('an entry with %s is refused at its path', (_, person, wanted) => expect(schemaFaults(person)).toEqual(wanted));

test('where nothing is signed, guardians and signatures are no fields of an entry', () => {
  const plain = readForm(aForm);
  expect(schemaFaults({ signatures: [], guardian: mother }, plain).sort()).toEqual([
    'people.0.guardian unknown-field',
    'people.0.signatures unknown-field',
  ]);
  expect(signingFaults(plain, [kid], today)).toEqual([]);
});

test.each<[string, object, string]>([
  ['a document twice', { documents: [terms, terms] }, 'documents.1.kind twice'],
  ['a hash that is none', { documents: [{ ...terms, hash: 'abc' }] }, 'documents.0.hash text-hash'],
  ['an age of adults and nothing to sign', { adultAge: 16 }, 'adultAge nothing-to-sign'],
])('a form with %s is refused at its path', (_, more, fault) => {
  const issues = v.safeParse(formDefinition, { ...aForm, ...more }).issues ?? [];
  expect(issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`)).toEqual([fault]);
});

/** Without questions: the JSON Schema is checked and compiled for each. */
const signedForm = (signed: object[]) => readForm({ language: 'en', questions: [], documents: signed });

const documents = fc
  .subarray([...documentKinds], { minLength: 1 })
  .chain((kinds) =>
    fc.tuple(
      ...kinds.map((kind) =>
        fc.constantFrom('checkbox', 'typed-name').map((signature) => ({ kind, hash: hash(kind[0] ?? ''), signature })),
      ),
    ),
  );
const birthDates = fc.constantFrom('1985-12-10', '2009-03-01', '2009-03-02', '2012-02-29');

const compiled = new Map<string, ValidateFunction>();
/** The JSON Schema as somebody with another program reads it. There are few forms, and compiling takes most of the time. */
const strangers = (of: ReturnType<typeof readForm>): ValidateFunction => {
  const schema = entryJsonSchema(of, [marathon, ten], '/entry');
  const known = compiled.get(JSON.stringify(schema));
  if (known) return known;
  ajv.removeSchema();
  ajv.addSchema(schema);
  const isEntry = ajv.compile({ $ref: `/entry#/$defs/${marathon}` });
  compiled.set(JSON.stringify(schema), isEntry);
  return isEntry;
};
const ajv = new Ajv(quickToCompile);

test('simulated families sign every form, and server and JSON Schema take what they send', () => {
  fc.assert(
    fc.property(documents, fc.array(birthDates, { minLength: 1, maxLength: 4 }), fc.nat(), (signed, births, seed) => {
      const of = signedForm(signed);
      const people = signedBy(
        of,
        births.map((birthDate, n) => ({ ...ada, firstName: `Ada ${n}`, birthDate, registrationId, answers: {} })),
        today,
        seeded(seed).next,
      );
      const entry = { people, order: { answers: {} } };
      expect(signingFaults(of, people, today)).toEqual([]);
      expect(read(entrySchema(of, marathon), entry)).toHaveProperty('output');
      expect(strangers(of)(entry)).toBe(true);
      for (const [n, { birthDate }] of people.entries())
        expect(signaturesOf(people, n).some(({ by }) => by === 'guardian')).toBe(
          isMinor(of, birthDate, today) && documentsFor(of, true).length > 0,
        );
    }),
    { numRuns: 40 },
  );
});

const signature = fc.record(
  {
    kind: fc.constantFrom(...documentKinds, 'x'),
    hash: fc.constantFrom(...['w', 'm', 't', 'p', 'x'].map(hash)),
    name: fc.constantFrom('Ada Byron', ' Ada', ''),
  },
  { requiredKeys: ['kind', 'hash'] },
);
const guardian = fc.oneof(
  fc.record({ member: fc.constantFrom<unknown>(0, 7, 8, -1, 0.5, '0') }),
  fc.record(
    {
      name: fc.constantFrom('Anne', 'A\nB'),
      email: fc.constantFrom('anne@example.com', 'anne'),
      relationship: fc.constantFrom('Mother', ''),
    },
    { requiredKeys: ['name', 'email'] },
  ),
);

test('server and JSON Schema take the same guardians and signatures of other programs', () => {
  fc.assert(
    fc.property(
      documents,
      fc.record({ guardian, signatures: fc.array(signature, { maxLength: 5 }) }, { requiredKeys: [] }),
      (signed, person) => {
        const of = signedForm(signed);
        expect([person, strangers(of)(entryOf({ answers: {}, ...person }))]).toEqual([
          person,
          schemaFaults({ answers: {}, ...person }, of).length === 0,
        ]);
      },
    ),
    { numRuns: 60 },
  );
});
