import Ajv from 'ajv/dist/2020';
import * as v from 'valibot';
import { formDefinition } from '../../lambdas/api/form/definition/definition';
import { entryJsonSchema } from '../../lambdas/api/form/definition/json-schema';
import { entrySchema } from '../../lambdas/api/form/entry-schema';
import { entryWithTeamSchema } from '../../lambdas/api/form/entry-with-team';
import { needsTeam } from '../../lambdas/api/form/team';
import { read } from '../../lambdas/api/read';
import { strayEvents } from '../../lambdas/forms/form';
import { marathon, readForm, ten } from './a-form';

const en = (text: string) => ({ en: text });
const formWith = (...kinds: object[]) => ({ language: 'en', questions: [], teams: { kinds } });
const trio = { id: 'trio', label: en('Trio'), size: 3 };
const club = { id: 'club', label: en('Club'), size: 12, events: [marathon] };
const lake = { label: en('Lake') };
const old = { id: 'old', label: en('Old'), size: 3, retired: true };

test.each<[string, object[], string]>([
  ['two kinds of one id', [trio, { ...club, id: 'trio' }], 'teams.kinds.1.id twice'],
  ['a team of one', [{ ...trio, size: 1 }], 'teams.kinds.0.size'],
  ['a label in another language', [{ ...trio, label: { de: 'x' } }], 'teams.kinds.0.label no-own-language'],
  ['no kind', [], 'teams.kinds'],
  ['a relay of three places and two legs', [{ ...trio, legs: [lake, lake] }], 'teams.kinds.0.size size-of-legs'],
  ['a relay of one leg', [{ ...trio, legs: [lake] }], 'teams.kinds.0.legs'],
  [
    'a leg in another language',
    [{ ...trio, legs: [lake, { label: { de: 'x' } }, lake] }],
    'teams.kinds.0.legs.1.label no-own-language',
  ],
])('a form with %s is refused there', (_, kinds, fault) => {
  const checked = v.safeParse(formDefinition, formWith(...kinds));
  expect(checked.issues?.map((issue) => `${v.getDotPath(issue)} ${issue.message}`).join()).toContain(fault);
});

test('a kind of team in an event of another race is found', () =>
  expect(strayEvents([ten], readForm(formWith(trio, club)))).toEqual([
    { at: ['teams', 'kinds', 1, 'events', 0], code: 'not-of-this-race', other: marathon },
  ]));

const form = readForm(formWith(trio, club, old));
const entryWith = (team?: object) => ({
  people: [
    {
      registrationId: '01890a5d-ac96-774b-bcce-b302099a8059',
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      birthDate: '1985-12-10',
      answers: {},
    },
  ],
  order: { answers: {}, ...(team && { team }) },
});
const join = { join: { id: marathon, code: '0123-4567-89AB' } };

test.each<[string, object | undefined, boolean, boolean]>([
  ['no team', undefined, true, true],
  ['a trio', { create: { kind: 'trio', name: 'We three' } }, true, true],
  ['a club', { create: { kind: 'club', name: 'We' } }, true, false],
  ['a kind that is retired', { create: { kind: 'old', name: 'We' } }, false, false],
  ['a place in a team', join, true, true],
  ['a place without a code', { join: { id: marathon } }, false, false],
  ['both', { ...join, create: { kind: 'trio', name: 'We' } }, false, false],
  ['a name of 61 characters', { create: { kind: 'trio', name: 'x'.repeat(61) } }, false, false],
])('an entry with %s is accepted where such teams are', (_, team, inMarathon, inTen) => {
  const accepts = (eventId: string) => 'output' in read(entryWithTeamSchema(form, eventId), entryWith(team));
  expect([accepts(marathon), accepts(ten)]).toEqual([inMarathon, inTen]);
  // The published schema cannot say which event has which kind.
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(
    entryJsonSchema(form, [marathon, ten], 'x'),
  );
  expect(validate(entryWith(team))).toBe(inMarathon);
});

test('in a race without teams an entry has none, and the page reads every entry without one', () => {
  const plain = readForm({ language: 'en', questions: [] });
  expect(read(entryWithTeamSchema(plain, ten), entryWith(join))).toHaveProperty('errors');
  expect(read(entrySchema(form, ten), entryWith(join))).toHaveProperty('errors');
  expect(read(entrySchema(form, ten), entryWith())).toHaveProperty('output');
});

test('a runner in an event that has only relays names a team, and may say which leg they run', () => {
  const relays = readForm(formWith({ ...trio, legs: [lake, lake, lake], events: [ten] }, { ...club, size: 12 }));
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(entryJsonSchema(relays, [ten], 'x'));
  const team = { create: { kind: 'trio', name: 'We three' } };
  const { people, order } = entryWith(team);
  const running = (leg: number) => ({ people: people.map((person) => ({ ...person, leg })), order });
  expect([validate(entryWith(team)), validate(entryWith()), validate(running(3)), validate(running(9))]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([needsTeam(relays, ten), needsTeam(relays, marathon), needsTeam(form, ten)]).toEqual([true, false, false]);
  expect(read(entryWithTeamSchema(form, ten), running(1))).toHaveProperty('errors');
});
