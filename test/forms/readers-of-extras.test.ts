import type { ValidateFunction } from 'ajv';
import Ajv from 'ajv/dist/2020';
import fc from 'fast-check';
import type { Form } from '../../lambdas/api/form/definition/form';
import { entryJsonSchema } from '../../lambdas/api/form/definition/json-schema';
import { includedMissing, unsignedEntrySchema } from '../../lambdas/api/form/entry';
import { entryWithTeamSchema } from '../../lambdas/api/form/entry-with-team';
import { answersFor, donationFor, itemsBut, itemsFor } from '../../lambdas/api/form/fill';
import { read } from '../../lambdas/api/read';
import { quickToCompile } from '../support/quick-to-compile';
import { random as seeded } from '../support/random';
import { marathon, ten } from './a-form';
import { boughtIn, formsWithExtras, identity, sentTo } from './generated-forms';

const ajv = new Ajv(quickToCompile);
/** The JSON Schema as somebody with another program reads it. */
const strangers = (form: Form): ValidateFunction => {
  ajv.removeSchema();
  ajv.addSchema(entryJsonSchema(form, [marathon, ten], '/entry'));
  return ajv.compile({ $ref: `/entry#/$defs/${marathon}` });
};

const faultsIn = (schema: Parameters<typeof read>[0], entry: unknown): readonly string[] => {
  const answer = read(schema, entry);
  return 'errors' in answer ? answer.errors.map(({ field, code }) => `${field} ${code}`) : [];
};

/** What depends on several fields, or on the event: JSON Schema cannot say it. */
const isBeyondJson = (fault: string) =>
  / (too-early|too-late|too-many-pieces|included-missing|not-within)$/.test(fault) ||
  /\.items\.\d+ (not-an-option|twice)$/.test(fault) ||
  /\.without twice$/.test(fault);

test('page, server and JSON Schema judge what is bought and donated alike, in every form', () => {
  fc.assert(
    fc.property(
      formsWithExtras.chain((form) =>
        fc.tuple(fc.constant(form), sentTo(form, 'person'), sentTo(form, 'order'), boughtIn(form)),
      ),
      ([form, person, order, { donation, ...bought }]) => {
        const entry = {
          people: [{ ...identity, answers: person, ...bought }],
          order: { answers: order, ...(donation !== undefined && { donation }) },
        };
        const byServer = faultsIn(entryWithTeamSchema(form, marathon), entry);
        expect(faultsIn(unsignedEntrySchema(form, marathon), entry)).toEqual(byServer);
        const isEntry = strangers(form);
        expect([isEntry(entry), byServer]).toEqual([byServer.every(isBeyondJson), byServer]);
      },
    ),
    { numRuns: 40 },
  );
});

test('simulated runners buy and donate what page, server and JSON Schema take, also when something has run out', () => {
  fc.assert(
    fc.property(formsWithExtras, fc.nat(), (form, seed) => {
      const random = seeded(seed).next;
      const chosen = itemsFor(form, marathon, random);
      const gone = new Set(chosen.filter(() => random() < 0.5).map(({ variant }) => variant));
      const donation = donationFor(form, random);
      const answers = answersFor(form, marathon, 'order', random);
      const isEntry = strangers(form);
      for (const taken of [{ items: chosen }, itemsBut(form, marathon, chosen, gone, random)]) {
        const person = { ...identity, answers: answersFor(form, marathon, 'person', random), ...taken };
        const entry = { people: [person], order: { answers, ...(donation && { donation }) } };
        expect(faultsIn(entryWithTeamSchema(form, marathon), entry)).toEqual([]);
        expect(faultsIn(unsignedEntrySchema(form, marathon), entry)).toEqual([]);
        expect(isEntry(entry)).toBe(true);
        expect(includedMissing(form, marathon, taken)).toEqual([]);
      }
    }),
    { numRuns: 40 },
  );
});
