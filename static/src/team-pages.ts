import { OwnTeam } from './team/own-team';
import { teamStep } from './team/team-own-step';
import { TeamsPage } from './team/teams-page';

/** The script of teams. The browser loads it where the form of a race has teams, and for the pages of teams. */
export const teamPages = { step: teamStep, TeamsPage, OwnTeam };
