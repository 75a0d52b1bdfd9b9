import { eventId, raceId, registrationId } from './examples';

const teamId = '019c5f3e-7a31-7cc2-9d1e-4b7f0a6c2d12';
const shown = { id: teamId, name: 'Old Mill Runners', kind: 'club', size: 12, members: 2, isOpen: true };

export const team = { raceId, eventId, ...shown };
export const teamPage = { raceId, eventId, teams: [shown] };
export const legChange = { registrationId, leg: 2 };
export const noTeam = { registrationId };
export const captainsTeam = {
  registrationId,
  team: {
    ...shown,
    isCaptain: true,
    code: '0123456789AB',
    people: [
      { registrationId, name: 'Ada L.' },
      { registrationId: '019c5f3e-7a31-7d10-8a44-c1b2d3e4f506', name: 'Bea K.' },
    ],
  },
};

export const pathParametersOfTeams = { teamId };
