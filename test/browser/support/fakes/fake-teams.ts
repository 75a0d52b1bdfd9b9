import * as v from 'valibot';
import { formDefinition } from '../../../../lambdas/api/form/definition/definition';
import type { Form } from '../../../../lambdas/api/form/definition/form';
import { teamKindsOf } from '../../../../lambdas/api/form/team';
import type { OwnTeamMessage, TeamMessage } from '../../../../lambdas/api/messages/form/teams';
import { foldTeamName } from '../../../../lambdas/domain/team';
import type { CheckTeam } from '../../../../lambdas/quote/ports';
import { type Answer, type ApiRequest, problemAnswer } from './fake-answer';
import { fullForm } from './fake-form';
import { halfId, marathonId } from './fake-races';

const en = (text: string) => ({ en: text });

/** Clubs and trios run the marathon. Nobody runs the half marathon alone: it is a relay. */
export const teamForm = v.parse(formDefinition, {
  language: 'en',
  questions: fullForm.questions.slice(0, 2).map(({ help: _, ...question }) => question),
  teams: {
    kinds: [
      { id: 'club', label: en('Club'), size: 12, events: [marathonId] },
      { id: 'trio', label: en('Trio'), help: en('Three who start together.'), size: 3, events: [marathonId] },
      {
        id: 'relay',
        label: en('Relay'),
        size: 3,
        events: [halfId],
        legs: ['Harbour', 'Bridge', 'Old town'].map((label) => ({ label: en(label) })),
      },
    ],
  },
}) as Form;

export interface FakeTeam extends TeamMessage {
  readonly code: string;
}

const teamId = (n: number) => `01890000-0000-7000-8000-0000000000a${n}`;
const aTeam = (n: number, more: Partial<FakeTeam> & Pick<FakeTeam, 'name'>): FakeTeam => ({
  raceId: 'harbour',
  eventId: marathonId,
  id: teamId(n),
  kind: 'club',
  size: 12,
  members: 4,
  isOpen: true,
  code: 'C0FFEE123456',
  ...more,
});

export const someTeams: readonly FakeTeam[] = [
  aTeam(1, { name: 'Harbour Herons' }),
  aTeam(2, { name: 'Quay Side Striders', kind: 'trio', size: 3, members: 3 }),
  aTeam(3, { name: 'Ropewalkers', isOpen: false }),
  aTeam(4, { name: 'Four Bridges', eventId: halfId, kind: 'relay', size: 3, members: 1, takenLegs: [2] }),
];

/** What a captain of the relay sees of it. */
export const relayOf = (registrationId: string): NonNullable<OwnTeamMessage['team']> => ({
  ...{ id: teamId(4), name: 'Four Bridges', kind: 'relay', size: 3, members: 2, isOpen: true },
  isCaptain: true,
  leg: 2,
  code: 'C0FFEE123456',
  people: [
    { registrationId, name: 'Ada R.', leg: 2 },
    { registrationId: '01890000-0000-7000-8000-0000000000b2', name: 'Bea R.', leg: 3 },
  ],
});

export interface TeamStage {
  readonly teams: FakeTeam[];
  /** The team of every registration. */
  ownTeam: OwnTeamMessage['team'];
}

export type TeamKind = 'teams' | 'own-team' | 'change-team';

const withoutCode = ({ code: _, ...team }: FakeTeam) => team;

const changed = (team: NonNullable<OwnTeamMessage['team']>, wish: Record<string, unknown>) => {
  if (typeof wish.name === 'string') return { ...team, name: wish.name };
  if (typeof wish.isOpen === 'boolean') return { ...team, isOpen: wish.isOpen };
  if (wish.newCode) return { ...team, code: 'ABCDEF654321' };
  const { people = [] } = team;
  if (typeof wish.leg === 'number') {
    const before = people.find(({ registrationId }) => registrationId === wish.registrationId)?.leg;
    const legs = people.map((one) => {
      if (one.registrationId === wish.registrationId) return { ...one, leg: Number(wish.leg) };
      return one.leg === wish.leg && before !== undefined ? { ...one, leg: before } : one;
    });
    return { ...team, people: legs };
  }
  const left = people.filter(({ registrationId }) => registrationId !== wish.remove);
  return left.length === people.length || wish.remove === people[0]?.registrationId
    ? undefined
    : { ...team, people: left, members: left.length };
};

/** The usual answer to a call about teams. Undefined: it is about something else. */
export const usualTeams = (
  stage: TeamStage,
  { method, path, query, body }: ApiRequest,
): { kind: TeamKind; answer: () => Answer } | undefined => {
  const [, , room, id, what] = path.split('/');
  if (room === 'races' && what === 'teams') {
    const words = foldTeamName(query?.get('q') ?? '');
    const found = stage.teams.filter(
      ({ eventId, name }) => eventId === query?.get('event') && foldTeamName(name).includes(words),
    );
    return {
      kind: 'teams',
      answer: () => ({ body: { raceId: id, eventId: query?.get('event'), teams: found.map(withoutCode) } }),
    };
  }
  if (room === 'teams') {
    const team = stage.teams.find((one) => one.id === id);
    return { kind: 'teams', answer: () => (team ? { body: withoutCode(team) } : problemAnswer('not-found')) };
  }
  if (room !== 'registrations' || what !== 'team') return undefined;
  if (method === 'PATCH' && stage.ownTeam) {
    const now = changed(stage.ownTeam, body as Record<string, unknown>);
    return {
      kind: 'change-team',
      answer: () => {
        stage.ownTeam = now;
        return { body: { registrationId: id, ...(now && { team: now }) } };
      },
    };
  }
  return {
    kind: 'own-team',
    answer: () => ({ body: { registrationId: id, ...(stage.ownTeam && { team: stage.ownTeam }) } }),
  };
};

/** The server's part of a quote about teams. */
export const checkTeamIn =
  ({ teams }: TeamStage): CheckTeam =>
  async (form, { wish, eventId, legs }) => {
    if (!wish) return undefined;
    if ('create' in wish) {
      const kind = teamKindsOf(form as Form, eventId).find(({ id }) => id === wish.create.kind);
      const { size = 0 } = kind ?? {};
      return legs.length > size
        ? { kind: 'too-many-people', size }
        : { kind: 'founds', newTeam: { kind: wish.create.kind, name: wish.create.name, size } };
    }
    const team = teams.find(({ id, code }) => id === wish.join.id && code === wish.join.code.toUpperCase());
    return team ? { kind: 'may-join', team: { id: team.id, pool: 'pool' } } : { kind: 'team-code-wrong' };
  };
