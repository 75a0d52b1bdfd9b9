import fc from 'fast-check';
import * as v from 'valibot';
import { formDefinition } from '../../lambdas/api/form/definition/definition';
import { entrySchema } from '../../lambdas/api/form/entry-schema';
import { personFor } from '../../lambdas/api/form/fill-people';
import { limitGroupOf, needsAllowList, type Rule, rulesBroken } from '../../lambdas/api/form/rule';
import { random as seeded } from '../support/random';
import { aForm, marathon, readForm, ten } from './a-form';

const raceDay = '2027-05-02';
const group = '01890a5d-ac96-774b-bcce-b302099a9000';
const formWith = (...rules: object[]) => ({ ...aForm, rules });
const faultsWith = (...rules: object[]) => {
  const read = v.safeParse(formDefinition, formWith(...rules));
  return read.success ? [] : read.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
};
const said = { gender: 'female', best: 12_600 };
const brokenIn = (rules: readonly object[], birthDate: string, answers: object = said, isAllowed?: boolean) =>
  rulesBroken(
    readForm(formWith(...rules)),
    { id: marathon, date: raceDay },
    { birthDate, answers: { ...answers }, isAllowed },
  );

test('the age on the day of the event counts, and both its bounds are inside', () => {
  const rules = [{ events: [marathon], minAge: 18, maxAge: 39 }];
  expect(brokenIn(rules, '2009-05-03')).toEqual([{ rule: 'too-young', limit: 18 }]);
  expect(brokenIn(rules, '2009-05-02')).toEqual([]);
  expect(brokenIn(rules, '1987-05-03')).toEqual([]);
  expect(brokenIn(rules, '1987-05-02')).toEqual([{ rule: 'too-old', limit: 39 }]);
});

test('a rule may count the age at the end of the year, or on a day of its own', () => {
  const at = (ageOn: string) => [{ events: [marathon], minAge: 18, ageOn }];
  expect(brokenIn(at('year-end'), '2009-12-31')).toEqual([]);
  expect(brokenIn(at('year-end'), '2010-01-01')).toHaveLength(1);
  expect(brokenIn(at('2027-05-01'), '2009-05-01')).toEqual([]);
  expect(brokenIn(at('2027-05-01'), '2009-05-02')).toHaveLength(1);
});

test('the rules of other events bind nobody, and every rule of the own event does', () => {
  expect(brokenIn([{ events: [ten], minAge: 99 }], '1990-01-01')).toEqual([]);
  const both = [
    { events: [marathon], maxAge: 20 },
    { events: [ten, marathon], genders: ['male'] },
  ];
  expect(brokenIn(both, '1990-01-01')).toEqual([{ rule: 'too-old', limit: 20 }, { rule: 'gender' }]);
});

test('a person with a qualifying time of their own must have run it, and nobody else can take part', () => {
  const rules = [
    {
      events: [marathon],
      qualifying: [
        { gender: 'female', maxAge: 39, seconds: 12_600 },
        { gender: 'female', minAge: 35, seconds: 13_000 },
        { gender: 'male', seconds: 10_800 },
      ],
    },
  ];
  expect(brokenIn(rules, '1995-01-01')).toEqual([]);
  expect(brokenIn(rules, '1995-01-01', { gender: 'female', best: 12_601 })).toEqual([
    { rule: 'too-slow', limit: 12_600 },
  ]);
  // At 35 to 39 two times are for them: the slower one counts.
  expect(brokenIn(rules, '1990-01-01', { gender: 'female', best: 13_000 })).toEqual([]);
  expect(brokenIn(rules, '1995-01-01', { gender: 'non-binary', best: 9000 })).toEqual([{ rule: 'too-slow' }]);
  expect(brokenIn(rules, '1995-01-01', { gender: 'male' })).toEqual([{ rule: 'too-slow', limit: 10_800 }]);
});

test('a runner who is on no list of the director cannot run; where the list is not known, nothing is said', () => {
  const rules = [{ events: [marathon], allowList: true }];
  expect(brokenIn(rules, '1990-01-01', said, false)).toEqual([{ rule: 'not-allowed' }]);
  expect(brokenIn(rules, '1990-01-01', said, true)).toEqual([]);
  expect(brokenIn(rules, '1990-01-01')).toEqual([]);
  expect(needsAllowList(readForm(formWith(...rules)), marathon)).toBe(true);
  expect(needsAllowList(readForm(formWith(...rules)), ten)).toBe(false);
});

test('the group of an event is that of its rules', () => {
  const form = readForm(formWith({ events: [ten], minAge: 1 }, { events: [marathon, ten], oneOfGroup: group }));
  expect([marathon, ten, group].map((id) => limitGroupOf(form, id))).toEqual([group, group, undefined]);
});

test.each<[string, object[], string]>([
  ['nothing', [{ events: [ten] }], 'rules.0 empty-rule'],
  ['ages that nobody has', [{ events: [ten], minAge: 40, maxAge: 39 }], 'rules.0.maxAge less-than-min'],
  [
    'ages that nobody has with those of another rule',
    [
      { events: [ten, marathon], minAge: 40 },
      { events: [marathon], maxAge: 39 },
    ],
    'rules.1 nobody',
  ],
  [
    'genders that no other rule of the event allows',
    [
      { events: [marathon], genders: ['female'] },
      { events: [marathon], genders: ['male'] },
    ],
    'rules.1 nobody',
  ],
  [
    'qualifying times for ages that cannot run',
    [
      { events: [marathon], maxAge: 30 },
      { events: [marathon], qualifying: [{ minAge: 40, seconds: 9000 }] },
    ],
    'rules.1 nobody',
  ],
  [
    'a gender that cannot be chosen',
    [{ events: [ten], genders: ['female', 'men'] }],
    'rules.0.genders.1 not-an-option',
  ],
  [
    'a qualifying time of a gender that cannot be chosen',
    [{ events: [marathon], qualifying: [{ gender: 'x', seconds: 9 }] }],
    'rules.0.qualifying.0.gender not-an-option',
  ],
  [
    'qualifying times where nobody is asked for theirs',
    [{ events: [marathon, ten], qualifying: [{ seconds: 9000 }] }],
    'rules.0.qualifying needs-qualifying-time',
  ],
  [
    'two groups of one event',
    [
      { events: [marathon, ten], oneOfGroup: group },
      { events: [ten], oneOfGroup: ten },
    ],
    'rules.1.oneOfGroup second-group',
  ],
  ['a day that does not exist', [{ events: [ten], minAge: 18, ageOn: '2027-02-29' }], 'rules.0.ageOn impossible-day'],
])('a form is refused with the path of a rule that says %s', (_, rules, fault) =>
  expect(faultsWith(...rules)).toContain(fault),
);

test('a rule about gender needs a question that everybody in its events must answer', () => {
  const rules = [{ events: [ten], genders: ['female'] }];
  const without = (change: object) => ({
    ...formWith(...rules),
    questions: aForm.questions.map((one) => (one.id === 'gender' ? { ...one, ...change } : one)),
  });
  expect(v.is(formDefinition, without({}))).toBe(true);
  for (const change of [{ required: false }, { role: undefined }, { events: [marathon] }, { retired: true }])
    expect(v.safeParse(formDefinition, without(change)).issues?.map(({ message }) => message)).toContain(
      'needs-gender',
    );
});

test('as many rules as there may be are judged at once', () => {
  const events = Array.from({ length: 20 }, (_, n) => marathon.replace(/..$/, `${n + 10}`));
  const qualifying = Array.from({ length: 60 }, () => ({ minAge: 119, seconds: 1 }));
  const before = process.cpuUsage();
  faultsWith(...Array.from({ length: 20 }, (_, n) => ({ events, maxAge: 20, ageOn: `20${n + 10}-01-01`, qualifying })));
  expect(process.cpuUsage(before).user).toBeLessThan(1_500_000);
});

const age = fc.integer({ min: 10, max: 60 });
const rule: fc.Arbitrary<Rule> = fc.record(
  {
    events: fc.constantFrom([marathon], [marathon, ten]),
    minAge: age,
    maxAge: age,
    ageOn: fc.constantFrom('event-day', 'year-end', '2027-01-01'),
    genders: fc.subarray(['female', 'male', 'non-binary'], { minLength: 1 }),
  },
  { requiredKeys: ['events'] },
);
const qualifying = fc.record({
  events: fc.constant([marathon]),
  qualifying: fc.array(
    fc.record(
      {
        gender: fc.constantFrom('female', 'male'),
        minAge: age,
        maxAge: age,
        seconds: fc.integer({ min: 1, max: 20_000 }),
      },
      { requiredKeys: ['seconds'] },
    ),
    { minLength: 1, maxLength: 4 },
  ),
});

test('of every form that is taken, simulated runners keep the rules, and their answers are taken', () => {
  let runners = 0;
  fc.assert(
    fc.property(fc.array(fc.oneof(rule, qualifying), { minLength: 1, maxLength: 3 }), fc.nat(), (rules, seed) => {
      const read = v.safeParse(formDefinition, formWith(...rules));
      if (!read.success) return;
      const form = readForm(formWith(...rules));
      const event = { id: marathon, date: raceDay };
      for (const isYoung of [false, true]) {
        const person = personFor(form, event, seeded(seed).next, isYoung);
        if (!person) continue;
        runners += 1;
        expect(rulesBroken(form, event, person)).toEqual([]);
        expect(
          v.is(entrySchema(form, marathon), {
            people: [
              {
                registrationId: '019c5f3e-7a31-7cc2-9d1e-4b7f0a6c2d11',
                firstName: 'Ada',
                lastName: 'Lovelace',
                email: 'ada@example.com',
                ...person,
              },
            ],
            order: { answers: {} },
          }),
        ).toBe(true);
      }
    }),
    { numRuns: 150 },
  );
  expect(runners).toBeGreaterThan(20);
});
