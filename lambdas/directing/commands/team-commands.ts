import {
  changeLegMessage,
  closeTeamMessage,
  removeMemberMessage,
  renameTeamMessage,
  teamMembersMessage,
} from '../../teams/messages';
import type { TeamOrdered } from '../../teams/ports';
import { type Command, type CommandAnswer, command, refused } from '../command';

/** What a director orders about teams: a part of the table in `commands.ts`. */
export const teamCommands = {
  renameTeam: command(renameTeamMessage, async ({ teams }, { renameTeam: { raceId, teamId, name, dryRun } }) =>
    answerTo('renameTeam', teamId, dryRun, await teams.order({ raceId, teamId }, { name }, dryRun)),
  ),

  closeTeam: command(closeTeamMessage, async ({ teams }, { closeTeam: { raceId, teamId, isOpen, dryRun } }) =>
    answerTo('closeTeam', teamId, dryRun, await teams.order({ raceId, teamId }, { isOpen }, dryRun)),
  ),

  teamMembers: command(teamMembersMessage, async ({ teams }, { teamMembers: { raceId, teamId } }) => {
    const members = await teams.members({ raceId, teamId });
    return members ? { members } : noSuchTeam('teamMembers');
  }),

  removeMember: command(removeMemberMessage, async ({ teams }, { removeMember }) => {
    const { raceId, teamId, registrationId: remove, dryRun } = removeMember;
    return answerTo('removeMember', teamId, dryRun, await teams.order({ raceId, teamId }, { remove }, dryRun));
  }),

  changeLeg: command(changeLegMessage, async ({ teams }, { changeLeg }) => {
    const { raceId, teamId, registrationId, leg, dryRun } = changeLeg;
    return answerTo(
      'changeLeg',
      teamId,
      dryRun,
      await teams.order({ raceId, teamId }, { registrationId, leg }, dryRun),
    );
  }),
} satisfies Readonly<Record<string, Command>>;

const noSuchTeam = (name: string) => refused('no-such-team', {}, [{ field: `${name}.teamId`, code: 'no-such-team' }]);

const answerTo = (name: string, teamId: string, dryRun: boolean, answer: TeamOrdered): CommandAnswer => {
  switch (answer.kind) {
    case 'ordered': {
      const { before, member } = answer;
      return { changedTeam: { teamId, before, ...(member && { member }), dryRun } };
    }
    case 'no-such-team':
      return noSuchTeam(name);
    case 'team-name-taken':
      return refused('team-name-taken', {}, [{ field: `${name}.name`, code: 'team-name-taken' }]);
    case 'no-such-member':
      return refused('no-such-member', {}, [{ field: `${name}.registrationId`, code: 'no-such-member' }]);
    case 'no-such-leg':
      return refused('no-such-leg', {}, [{ field: `${name}.leg`, code: 'no-such-leg' }]);
  }
};
