import { useState } from 'preact/hooks';
import type { TeamPageMessage } from '../../../lambdas/api/messages/teams';
import { CommandButton } from '../commands/command-button';
import { CommandForm } from '../commands/command-form';
import { useData } from '../http/data';
import { Choice } from '../page/field';
import { Table } from '../page/table';
import { Dialog, Shown } from '../page/words';
import * as c from '../texts/commands';
import * as t from '../texts/en';
import { More, Nothing } from './list';
import type { RaceScreenProps } from './race-screen';
import { ScreenHeading } from './screen-heading';

type Team = TeamPageMessage['teams'][number];

interface ChangedTeam {
  readonly changedTeam: { readonly before: { readonly name: string; readonly isOpen: boolean } };
}

/** The teams of an event: rename one, close it, open it again. */
export const Teams = ({ race }: RaceScreenProps) => {
  const [event, setEvent] = useState(race.events[0]?.id ?? '');
  return (
    <>
      <ScreenHeading race={race}>{t.raceScreens.teams}</ScreenHeading>
      <Choice
        id="teams-event"
        label={c.chooseEvent}
        value={event}
        choices={race.events.map(({ id, name }) => [id, name])}
        onChange={setEvent}
      />
      <TeamsOf key={event} race={race} event={event} after={undefined} />
    </>
  );
};

/** Twenty of them, and those that follow. */
const TeamsOf = ({
  race,
  event,
  after,
}: Pick<RaceScreenProps, 'race'> & { readonly event: string; readonly after: string | undefined }) => {
  const query = new URLSearchParams({ event, ...(after !== undefined && { after }) });
  const data = useData<TeamPageMessage>(`/api/races/${race.id}/teams?${query}`);
  return (
    <Shown data={data} what={t.things.list}>
      {({ teams, next }) => (
        <>
          {teams.length === 0 && after === undefined && <Nothing {...c.teams} />}
          {teams.length > 0 && (
            <Table
              caption={c.teams.listTitle}
              columns={c.teams.columns}
              rows={teams.map((team) => ({
                key: team.id,
                cells: {
                  name: team.name,
                  kind: team.kind,
                  members: c.membersOf(team.members, team.size),
                  state: team.isOpen ? c.teams.open : c.teams.closed,
                  actions: <TeamActions race={race} team={team} />,
                },
              }))}
            />
          )}
          <More next={next}>{(from) => <TeamsOf race={race} event={event} after={from} />}</More>
        </>
      )}
    </Shown>
  );
};

const TeamActions = ({ race, team: { id: teamId, name, isOpen } }: Pick<RaceScreenProps, 'race'> & { team: Team }) => {
  const [isRenaming, setRenaming] = useState(false);
  return (
    <span class="row-actions">
      <button type="button" class="plain small" aria-label={c.teams.renameOf(name)} onClick={() => setRenaming(true)}>
        {c.teams.rename}
      </button>
      {isRenaming && (
        <Dialog title={c.teams.renameOf(name)} onClose={() => setRenaming(false)}>
          <Rename race={race} teamId={teamId} name={name} />
          <button type="button" class="plain" onClick={() => setRenaming(false)}>
            {t.close}
          </button>
        </Dialog>
      )}
      <CommandButton<ChangedTeam>
        raceId={race.id}
        command="closeTeam"
        content={{ teamId, isOpen: !isOpen }}
        label={isOpen ? c.teams.close : c.teams.reopen}
        title={isOpen ? c.teams.closeOf(name) : c.teams.reopenOf(name)}
        act={isOpen ? c.teams.close : c.teams.reopen}
        says={(_, isDone) => <p>{isDone ? c.closeDid(name, !isOpen) : c.closeWould(name, !isOpen)}</p>}
      />
    </span>
  );
};

const Rename = ({ race, teamId, name }: Pick<RaceScreenProps, 'race'> & { teamId: string; name: string }) => {
  const [wanted, setWanted] = useState(name);
  return (
    <CommandForm<ChangedTeam>
      race={race}
      command="renameTeam"
      title={c.teams.newName}
      act={c.teams.act}
      content={({ name: next }) => {
        setWanted(String(next));
        return { teamId, name: next };
      }}
      fields={[{ name: 'name', label: c.teams.newName, kind: 'text', initial: name }]}
      says={({ changedTeam: { before } }, isDone) => (
        <p>{isDone ? c.renameDid(wanted) : c.renameWould(before.name, wanted)}</p>
      )}
    />
  );
};
