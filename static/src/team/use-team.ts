import { useState } from 'preact/hooks';
import * as v from 'valibot';
import type { Form } from '../../../lambdas/api/form/definition/form';
import type { Entry } from '../../../lambdas/api/form/entry';
import {
  maxTeamNameLength,
  needsTeam,
  type TeamKind,
  type TeamWish,
  teamKindsOf,
} from '../../../lambdas/api/form/team';
import type { ReadEntry } from '../entry/read-entry';
import { keepUnder } from '../flow/kept';
import type { Fault } from '../http/failure';
import * as words from '../texts/team';

/** What was chosen and typed at the Team step. */
const typedTeam = v.object({
  choice: v.optional(v.picklist(['none', 'create', 'join'])),
  kind: v.optional(v.string()),
  name: v.optional(v.string()),
  /** The id and, for the screen, the name of the team to join. */
  team: v.optional(v.object({ id: v.string(), name: v.string(), kind: v.string() })),
  code: v.optional(v.string()),
  /** The number of the leg that each person wants, as a text; empty: any. */
  legs: v.optional(v.array(v.string())),
});
export type TypedTeam = v.InferOutput<typeof typedTeam>;

/** Kept under the id of its registration: another attempt chooses again. */
const keptTeam = v.object({ registrationId: v.string(), typed: typedTeam });

const invitation = v.object({
  eventId: v.string(),
  team: v.object({ id: v.string(), name: v.string(), kind: v.string() }),
  code: v.string(),
});

/** The link of a captain that was opened last in this browser. */
export const invitationIn = (raceId: string) =>
  keepUnder(() => localStorage, `startline:invitation:${raceId}`, invitation);

/** Where something can be missing at this step. */
export type Place = 'choice' | 'kind' | 'name' | 'team' | 'code' | `leg-${number}`;
export type TeamErrors = Readonly<Partial<Record<Place, string>>>;

const tidy = (text = ''): string => text.normalize('NFC').trim().replace(/\s+/g, ' ');

/** The kind that the people are going to be in, as far as it is known. */
export const kindChosen = (form: Form, eventId: string, { choice, kind, team }: TypedTeam): TeamKind | undefined => {
  const kinds = teamKindsOf(form, eventId);
  if (choice === 'create') return kinds.length === 1 ? kinds[0] : kinds.find(({ id }) => id === kind);
  return choice === 'join' ? form.teams?.kinds.find(({ id }) => id === team?.kind) : undefined;
};

const legsWanted = (typed: TypedTeam, people: number): readonly (number | undefined)[] =>
  Array.from({ length: people }, (_, who) => Number(typed.legs?.[who]) || undefined);

interface ReadTeam {
  readonly errors: TeamErrors;
  readonly wish?: TeamWish | undefined;
  readonly legs: readonly (number | undefined)[];
}

const readTeam = (form: Form, eventId: string, typed: TypedTeam, people: number): ReadTeam => {
  const { choice, team } = typed;
  const kind = kindChosen(form, eventId, typed);
  const legs = kind?.legs ? legsWanted(typed, people) : [];
  const twice = legs.findIndex((leg, who) => leg !== undefined && legs.indexOf(leg) < who);
  const legErrors = twice < 0 ? {} : { [`leg-${twice}`]: words.teamFault('twice') };
  if (choice === 'create') {
    const name = tidy(typed.name);
    const errors: TeamErrors = {
      ...(!kind && { kind: words.chooseKind }),
      ...(kind && kind.size < people && { kind: words.tooManyForTeam(kind.size, people) }),
      ...(name === '' && { name: words.nameMissing }),
      ...(name.length > maxTeamNameLength && { name: words.nameTooLong(maxTeamNameLength) }),
      ...legErrors,
    };
    return { errors, legs, ...(kind && { wish: { create: { kind: kind.id, name } } }) };
  }
  if (choice === 'join') {
    const code = tidy(typed.code);
    const errors: TeamErrors = {
      ...(!team && { team: words.chooseWhich }),
      ...(team && code === '' && { code: words.codeMissing }),
      ...legErrors,
    };
    return { errors, legs, ...(team && { wish: { join: { id: team.id, code } } }) };
  }
  return { errors: choice ? {} : { choice: words.chooseTeam }, legs: [] };
};

interface Asked {
  readonly form: Form;
  readonly raceId: string;
  readonly eventId: string;
  readonly registrationId: string;
  readonly read: ReadEntry;
}

const withTeam = (entry: Entry, { wish, legs }: ReadTeam): Entry => ({
  people: entry.people.map((person, who) => ({ ...person, ...(legs[who] !== undefined && { leg: legs[who] }) })),
  order: { ...entry.order, ...(wish && { team: wish }) },
});

/** The team that was chosen, and the entry with it. It is kept in this browser. */
export const useTeam = ({ form, raceId, eventId, registrationId, read }: Asked) => {
  const [kept] = useState(() => keepUnder(() => localStorage, `startline:team:${raceId}`, keptTeam));
  const mayRunAlone = !needsTeam(form, eventId);
  // What the server found before something else was typed here.
  const [settled, settle] = useState<readonly Fault[]>([]);
  const [typed, setTyped] = useState<TypedTeam>(() => {
    const before = kept.read();
    if (before?.registrationId === registrationId) return before.typed;
    const invited = invitationIn(raceId).read();
    if (invited?.eventId === eventId) return { choice: 'join', team: invited.team, code: invited.code };
    return mayRunAlone ? { choice: 'none' } : {};
  });
  const type = (change: Partial<TypedTeam>) => {
    const next = { ...typed, ...change };
    kept.write({ registrationId, typed: next });
    setTyped(next);
  };
  const hasTeams = teamKindsOf(form, eventId).length > 0;
  const team = readTeam(form, eventId, typed, read.people.length);
  const isRight = Object.keys(team.errors).length === 0;
  const { entry, ...parts } = read;
  return {
    typed,
    type,
    settled,
    settle,
    mayRunAlone,
    errors: team.errors,
    isDone: hasTeams ? isRight : undefined,
    read: hasTeams ? { ...parts, ...(entry && isRight && { entry: withTeam(entry, team) }) } : read,
  };
};

export type TeamTyping = ReturnType<typeof useTeam>;
