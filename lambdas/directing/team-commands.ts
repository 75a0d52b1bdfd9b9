import { closeTeamMessage, renameTeamMessage } from '../teams/messages';
import type { TeamOrdered } from '../teams/ports';
import { type Command, type CommandAnswer, command, refused } from './command';

/** What a director orders about teams: a part of the table in `commands.ts`. */
export const teamCommands = {
  renameTeam: command(renameTeamMessage, async ({ teams }, { renameTeam: { raceId, teamId, name, dryRun } }) =>
    answerTo('renameTeam', teamId, dryRun, await teams.order({ raceId, teamId }, { name }, dryRun)),
  ),

  closeTeam: command(closeTeamMessage, async ({ teams }, { closeTeam: { raceId, teamId, isOpen, dryRun } }) =>
    answerTo('closeTeam', teamId, dryRun, await teams.order({ raceId, teamId }, { isOpen }, dryRun)),
  ),
} satisfies Readonly<Record<string, Command>>;

const answerTo = (name: string, teamId: string, dryRun: boolean, answer: TeamOrdered): CommandAnswer => {
  switch (answer.kind) {
    case 'ordered':
      return { changedTeam: { teamId, before: answer.before, dryRun } };
    case 'no-such-team':
      return refused('no-such-team', {}, [{ field: `${name}.teamId`, code: 'no-such-team' }]);
    case 'team-name-taken':
      return refused('team-name-taken', {}, [{ field: `${name}.name`, code: 'team-name-taken' }]);
  }
};
