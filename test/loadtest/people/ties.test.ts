import * as v from 'valibot';
import * as examples from '../../../lambdas/api/examples/examples';
import { quoteGiven } from '../../../lambdas/api/examples/form-examples';
import { formDefinition } from '../../../lambdas/api/form/definition/definition';
import type { Form } from '../../../lambdas/api/form/definition/form';
import { entryWithTeamSchema } from '../../../lambdas/api/form/entry-with-team';
import { fillInForm, isOneOf } from '../../../loadtest/people/fill-in-form';
import type { Journey } from '../../../loadtest/people/journey';
import { openAcquaintances } from '../../../loadtest/people/notices';
import { person } from '../../../loadtest/people/people';
import { tellOthers } from '../../../loadtest/people/tell-others';
import type { UserSession } from '../../../loadtest/people/user-session';
import { random as seeded } from '../../support/random';

const en = (text: string) => ({ en: text });
const form = v.parse(formDefinition, {
  language: 'en',
  questions: [],
  teams: { kinds: [{ id: 'trio', label: en('Trio'), size: 3 }] },
  causes: [{ id: 'trees', label: en('Trees'), presets: [500], least: 100, most: 10_000 }],
  documents: [
    { kind: 'waiver', hash: 'w'.repeat(43), signature: 'typed-name' },
    { kind: 'minor-waiver', hash: 'm'.repeat(43), signature: 'typed-name' },
  ],
}) as Form;
const { eventId } = examples.holdGranted;
const held = { ...examples.holdGranted, form: 1 };
const known = { eventId, id: '01890000-0000-7000-8000-0000000000a1', code: 'C0FFEE' };

/** What a runner sends who is answered so, one after the other; then they have a quote. */
const fills = async (wants: Partial<Journey>, ...problems: readonly object[]) => {
  const acquaintances = openAcquaintances();
  acquaintances.teams.post(known);
  acquaintances.pages.post({ slug: 'for-the-trees', cause: 'trees' });
  const answers = [...problems];
  const entries: v.InferOutput<ReturnType<typeof entryWithTeamSchema>>[] = [];
  const asked: string[] = [];
  const session = {
    hasTime: true,
    random: seeded(1).next,
    ask: async (step: string, { json }: { json?: { entry: unknown } }) => {
      asked.push(step);
      if (step === 'form') return { status: 200, body: { raceId: examples.race.id, revision: 1, ...form } };
      if (step === 'own team') {
        const shown = { name: 'Owls', kind: 'trio', size: 3, members: 1, isOpen: true, isCaptain: true };
        return {
          status: 200,
          body: { registrationId: held.registrationId, team: { ...shown, id: known.id, code: 'NEW', people: [] } },
        };
      }
      entries.push(v.parse(entryWithTeamSchema(form, eventId), json?.entry));
      const problem = answers.shift();
      const refusal = { title: '', status: 409, detail: '', ...problem };
      return problem ? { status: 409, body: refusal } : { status: 200, body: quoteGiven };
    },
  } as unknown as UserSession;
  const journey = {
    site: { url: '', processor: { url: '', publishableKey: '' } },
    raceId: examples.race.id,
    registrationId: held.registrationId,
    person: person(0, 'run'),
    card: '',
    acquaintances,
    ...wants,
  };
  const filled = await fillInForm(session, journey, held, 1, '2027-05-02');
  if (filled.kind !== 'quoted') throw new Error('there is no quote');
  await tellOthers(session, journey, held, filled);
  return { entries, filled, acquaintances, asked };
};
const anyTeam = () => true;
const first = () => 0;

test('a runner who wants a team joins one of which they know, and founds one when it cannot be joined, whose code others learn', async () => {
  const { entries, acquaintances } = await fills({ wantsTeam: true }, { type: '/problems/team-full', left: 0 });
  expect(entries[0]?.order.team).toEqual({ join: { id: known.id, code: known.code } });
  expect(entries[1]?.order.team).toMatchObject({ create: { kind: 'trio' } });
  expect(acquaintances.teams.pick(anyTeam, first)).toEqual({ eventId, id: known.id, code: 'NEW' });
  const joined = await fills({ wantsTeam: true });
  expect(joined.asked).not.toContain('own team');
  expect((await fills({})).entries[0]?.order).not.toHaveProperty('team');
});

test('a runner who donates names a page of which they know, and gives without it when it collects no more', async () => {
  const closed = { type: '/problems/invalid-request', errors: [{ field: 'order.collected.fundraiser', message: '' }] };
  const { entries, filled, acquaintances } = await fills({ donates: true }, closed);
  expect(entries.map(({ order }) => [order.donation?.amount, order.collected?.fundraiser])).toEqual([
    [500, 'for-the-trees'],
    [500, undefined],
  ]);
  expect(filled).toMatchObject({ kind: 'quoted', cause: 'trees' });
  expect(acquaintances.pages.pick(({ slug }) => slug === 'for-the-trees', first)).toBeUndefined();
});

test('a minor is young, and their guardian signs for them', async () => {
  const [entry] = (await fills({ hasMinor: true })).entries;
  const [minor] = entry?.people ?? [];
  expect(Number(minor?.birthDate.slice(0, 4))).toBeGreaterThan(2008);
  expect(minor?.guardian).toMatchObject({ relationship: expect.any(String) });
  expect(minor?.signatures?.map(({ kind }) => kind)).toEqual(['minor-waiver']);
});

test('of a crowd as many are minors or want a team as were wished for, and they are not the same ones', () => {
  const crowd = (share: 'teams' | 'minors') =>
    Array.from({ length: 5_000 }, (_, n) => isOneOf(share, { seed: 1, teams: 10, minors: 10 }, n));
  const [teams, minors] = [crowd('teams'), crowd('minors')];
  for (const some of [teams, minors]) expect(Math.abs(some.filter(Boolean).length - 500)).toBeLessThan(100);
  expect(teams).not.toEqual(minors);
});
