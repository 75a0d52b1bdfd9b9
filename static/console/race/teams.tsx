import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TeamPageMessage } from '../../../lambdas/api/messages/form/teams';
import { CommandButton } from '../commands/command-button';
import { CommandForm } from '../commands/command-form';
import { useData, useOrdered } from '../http/data';
import { Choice } from '../page/field';
import { Table } from '../page/table';
import { Dialog, Shown } from '../page/words';
import * as c from '../texts/commands';
import * as t from '../texts/en';
import { More, Nothing } from './list';
import type { RaceScreenProps } from './race-screen';
import { ScreenHeading } from './screen-heading';

type Team = TeamPageMessage['teams'][number];

interface Member {
  readonly registrationId: string;
  readonly name: string;
  readonly isCaptain: boolean;
  readonly leg?: number;
}

interface ChangedTeam {
  readonly changedTeam: {
    readonly before: { readonly name: string; readonly isOpen: boolean };
    readonly member?: Member;
  };
}

/** The teams of an event: rename one, close it, open it again, and change who is in it. */
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

/** A page of twenty teams, and the pages after it. */
const TeamsOf = ({
  race,
  event,
  after,
}: Pick<RaceScreenProps, 'race'> & { readonly event: string; readonly after: string | undefined }) => {
  const query = new URLSearchParams({ event, ...(after !== undefined && { after }) });
  const data = useData<TeamPageMessage>(`/api/races/${race.id}/teams?${query}`);
  const [looked, setLooked] = useState<Team>();
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
                  actions: <TeamActions race={race} team={team} onLook={() => setLooked(team)} />,
                },
              }))}
            />
          )}
          {looked && <Members key={looked.id} race={race} team={looked} />}
          <More next={next}>{(from) => <TeamsOf race={race} event={event} after={from} />}</More>
        </>
      )}
    </Shown>
  );
};

interface TeamProps extends Pick<RaceScreenProps, 'race'> {
  readonly team: Team;
}

const TeamActions = ({
  race,
  team: { id: teamId, name, isOpen },
  onLook,
}: TeamProps & { readonly onLook: () => void }) => {
  const [isRenaming, setRenaming] = useState(false);
  return (
    <span class="row-actions">
      <button type="button" class="plain small" aria-label={c.teams.membersOf(name)} onClick={onLook}>
        {c.teams.members}
      </button>
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

/** The members of a team, to remove one of them or to change the legs of a relay. */
const Members = ({ race, team: { id: teamId, name: team } }: TeamProps) => {
  const data = useOrdered<{ readonly members: readonly Member[] }>(race.id, 'teamMembers', { teamId });
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="team-members">
      <h2 id="team-members" ref={heading} tabIndex={-1}>
        {c.teams.membersOf(team)}
      </h2>
      <Shown data={data} what={t.things.list}>
        {({ members }) => (
          <>
            {members.length === 0 && <p class="quiet">{c.teams.nobody}</p>}
            {members.length > 0 && (
              <Table
                caption={c.teams.membersOf(team)}
                columns={c.teams.memberColumns}
                rows={members.map(({ registrationId, name, isCaptain, leg }) => ({
                  key: registrationId,
                  cells: {
                    name,
                    part: [...(isCaptain ? [c.teams.captain] : []), ...(leg ? [c.teams.leg(leg)] : [])].join(', '),
                    actions: (
                      <CommandButton<ChangedTeam>
                        raceId={race.id}
                        command="removeMember"
                        content={{ teamId, registrationId }}
                        label={c.teams.remove}
                        title={c.teams.removeOf(name, team)}
                        act={c.teams.removeAct}
                        says={(_, isDone) => <p>{isDone ? c.removeDid(name) : c.removeWould(name, isCaptain)}</p>}
                      />
                    ),
                  },
                }))}
              />
            )}
            {members.some(({ leg }) => leg) && <ChangeLeg race={race} teamId={teamId} members={members} />}
          </>
        )}
      </Shown>
    </section>
  );
};

interface ChangeLegProps extends Pick<RaceScreenProps, 'race'> {
  readonly teamId: string;
  readonly members: readonly Member[];
}

const ChangeLeg = ({ race, teamId, members }: ChangeLegProps) => {
  const [wanted, setWanted] = useState(0);
  return (
    <CommandForm<ChangedTeam>
      race={race}
      command="changeLeg"
      title={c.teams.changeLeg}
      act={c.teams.act}
      content={(values) => {
        setWanted(Number(values.leg));
        return { ...values, teamId };
      }}
      fields={[
        {
          name: 'registrationId',
          label: c.teams.whoRuns,
          kind: 'choice',
          choices: members.map(({ registrationId, name }) => [registrationId, name]),
          initial: members[0]?.registrationId ?? '',
        },
        { name: 'leg', label: c.teams.whichLeg, hint: c.teams.whichLegHint, kind: 'whole' },
      ]}
      says={({ changedTeam: { member } }, isDone) => (
        <p>{isDone ? c.legDid(member?.name ?? '', wanted) : c.legWould(member?.name ?? '', member?.leg, wanted)}</p>
      )}
    />
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
