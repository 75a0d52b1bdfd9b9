import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { Form } from '../../../lambdas/api/form/definition/form';
import { textIn } from '../../../lambdas/api/form/definition/question';
import { teamKindsOf } from '../../../lambdas/api/form/team';
import type { TeamMessage } from '../../../lambdas/api/messages/form/teams';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import formSheet from '../../style/entry.css';
import sheet from '../../style/team.css';
import { Heading } from '../page/heading';
import { LoadFailed, Loading, NotFound } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import { Crumb } from '../race/crumb';
import { readSeenRace } from '../race/read-race';
import { registerHref } from '../race/register-href';
import * as t from '../texts/page';
import * as words from '../texts/team';
import { kindLabel, TeamSearch } from './find-team';
import { teamApi } from './team-api';
import { invitationIn } from './use-team';

/** The address of a team. With its code, it is the invitation that the captain sends. */
export const teamHref = (raceId: string, teamId: string, code?: string) =>
  `/races/${raceId}/teams/${teamId}${code ? `#${code}` : ''}`;

/** The race and its form, which names the kinds of teams. */
const readWithForm = async (raceId: string) => {
  const race = await readSeenRace(raceId);
  if (race.kind !== 'ok') return race;
  const form =
    race.value.form === undefined
      ? ({ kind: 'ok', value: { language: 'en', questions: [] } as unknown as Form } as const)
      : await teamApi.form(raceId, race.value.form);
  return form.kind === 'ok' ? ({ kind: 'ok', value: { race: race.value, form: form.value } } as const) : form;
};

interface ListProps {
  readonly race: RaceMessage;
  readonly form: Form;
}

/** The teams of each event that has some, to look at. */
const TeamList = ({ race, form }: ListProps) => {
  const events = race.events.filter(({ id }) => teamKindsOf(form, id).length > 0);
  const [chosen, setChosen] = useState(events[0]?.id ?? '');
  const event = events.find(({ id }) => id === chosen);
  if (!event) return <NotFound />;
  return (
    <section class="sheet">
      <Crumb race={race} eventName={event.name} />
      <Heading>{words.teamsTitle(race.name)}</Heading>
      <p class="lead">{words.teamsLead}</p>
      {events.length > 1 && (
        <div class="field">
          <label for="team-event">{words.teamsEvent}</label>
          <select id="team-event" value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
            {events.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      <TeamSearch key={chosen} raceId={race.id} eventId={chosen}>
        {(teams) => (
          <ul class="team-list" aria-label={words.teamsOf(event.name)}>
            {teams.map(({ id, name, kind, size, members, isOpen }) => (
              <li key={id} class="team-member">
                <a href={teamHref(race.id, id)}>{name}</a>
                <span class="quiet">
                  {kindLabel(form, kind)}, {words.teamState(members, size, isOpen)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </TeamSearch>
    </section>
  );
};

/** One team. Runners who come by the captain's link may join it. */
const Team = ({ race, form, team }: ListProps & { readonly team: TeamMessage }) => {
  const { id, name, kind, eventId, members, size, isOpen, takenLegs } = team;
  const [code] = useState(() => location.hash.slice(1));
  const event = race.events.find((one) => one.id === eventId);
  const legs = form.teams?.kinds.find((one) => one.id === kind)?.legs;
  const isFull = members >= size;
  return (
    <section class="sheet">
      <Crumb race={race} eventName={event?.name ?? ''} />
      <Heading>{name}</Heading>
      <p class="lead">
        {kindLabel(form, kind)}, {words.teamPeople(members, size)}
      </p>
      {legs && (
        <>
          <h2 class="of-whom" id="legs">
            {words.whichLegs}
          </h2>
          <ul class="team-list" aria-labelledby="legs">
            {legs.map(({ label }, n) => {
              const text = textIn(form, label, t.locale);
              return (
                <li key={text} class="team-member">
                  <span>{text}</span>
                  <span class="quiet">{takenLegs?.includes(n + 1) ? words.legIsTaken : words.legIsFree}</span>
                </li>
              );
            })}
          </ul>
        </>
      )}
      {isFull && <p class="note">{words.teamIsFull}</p>}
      {!isFull && !isOpen && <p class="note">{words.teamIsClosed}</p>}
      {!isFull && isOpen && <p>{code ? words.teamInvitation : words.teamNeedsLink}</p>}
      <div class="actions">
        {code && !isFull && isOpen && (
          <a
            class="button"
            href={registerHref(race.id, eventId)}
            onClick={() => invitationIn(race.id).write({ eventId, team: { id, name, kind }, code })}
          >
            {words.joinThisTeam}
          </a>
        )}
        <a class="plain" href={`/races/${race.id}/teams`}>
          {words.allTeams}
        </a>
      </div>
    </section>
  );
};

const readTeam = async (raceId: string, teamId: string | undefined) => {
  if (teamId === undefined) return { kind: 'ok', value: undefined } as const;
  const team = await teamApi.team(teamId);
  if (team.kind !== 'ok') return team;
  return team.value.raceId === raceId ? team : ({ kind: 'unreadable', status: 404 } as const);
};

/** The teams of a race, or one of them. */
export const TeamsPage = () => {
  const { params } = useRoute();
  const { raceId = '', teamId } = params;
  const loaded = useLoaded(`${raceId} ${teamId}`, async () => {
    const [race, team] = await Promise.all([readWithForm(raceId), readTeam(raceId, teamId)]);
    if (race.kind !== 'ok') return race;
    return team.kind === 'ok' ? ({ kind: 'ok', value: { ...race.value, team: team.value } } as const) : team;
  });
  if (loaded.kind === 'reading') return <Loading what="page" />;
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="page" />;
  const { race, form, team } = loaded.value;
  return (
    <div class="narrow">
      <link rel="stylesheet" href={formSheet} />
      <link rel="stylesheet" href={sheet} />
      {team ? <Team key={team.id} {...{ race, form, team }} /> : <TeamList {...{ race, form }} />}
    </div>
  );
};
