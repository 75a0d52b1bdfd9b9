import * as examples from '../examples/team-examples';
import { ownTeam, team, teamChange, teamPage } from '../messages/form/teams';
import { unreadable } from '../problems';
import type { Operation } from './operation';

/** Teams of a race, and one's own. */
export const teamOperations = {
  'GET /api/races/{raceId}/teams': {
    id: 'listTeams',
    summary: 'Teams of an event',
    description:
      'By name, twenty at most, 40 seconds old at most. To join one, people need its join code, which its captain has: it is in no list.',
    query: {
      event: 'The id of the event.',
      q: 'A part of the name, in any case.',
      after: 'The `next` of the page before.',
    },
    answer: {
      status: 200,
      description: 'The teams.',
      body: { name: 'TeamPage', schema: teamPage, examples: { page: examples.teamPage } },
    },
    cached: true,
    problems: [],
  },
  'GET /api/teams/{teamId}': {
    id: 'showTeam',
    summary: 'One team',
    description: 'What the list says of it, 15 seconds old at most.',
    answer: {
      status: 200,
      description: 'The team.',
      body: { name: 'Team', schema: team, examples: { team: examples.team } },
    },
    cached: true,
    problems: [],
  },
  'GET /api/registrations/{registrationId}/team': {
    id: 'showOwnTeam',
    summary: 'The team of a registration',
    description:
      'Needs what showing the registration needs. The captain also sees the join code and who is in the team.',
    security: 'bearer',
    answer: {
      status: 200,
      description: 'The team, if it is in one.',
      body: { name: 'OwnTeam', schema: ownTeam, examples: { captain: examples.captainsTeam, none: examples.noTeam } },
    },
    problems: ['not-yours'],
  },
  'PATCH /api/registrations/{registrationId}/team': {
    id: 'changeTeam',
    summary: 'Change the team, or leave it',
    description:
      'The captain renames the team, closes or opens it, makes a new join code, removes a member, who keeps their spot, or says who runs which leg of a relay. Everybody may remove themselves. One change at a time. Quotes that were given with the old code stand.',
    security: 'bearer',
    request: {
      name: 'TeamChange',
      schema: teamChange,
      examples: {
        rename: { name: 'Old Mill Runners' },
        close: { isOpen: false },
        newCode: { newCode: true },
        leg: examples.legChange,
      },
    },
    answer: {
      status: 200,
      description: 'The team as it is now.',
      body: { name: 'OwnTeam', schema: ownTeam, examples: { captain: examples.captainsTeam, none: examples.noTeam } },
    },
    problems: [...unreadable, 'not-yours', 'not-captain', 'team-name-taken', 'too-many-requests'],
  },
} as const satisfies Record<string, Operation>;
