import sheet from '../../style/team.css';
import type { OwnStep } from '../entry/own-step';
import type { Fault } from '../http/failure';
import * as words from '../texts/team';
import { TeamStep } from './team-step';
import { useTeam } from './use-team';

const isAboutTeam = ({ field }: Pick<Fault, 'field'>): boolean => /^order\.team\b|^people\.\d+\.leg$/.test(field);

const refusals: readonly string[] = ['team-code-wrong', 'team-full', 'team-held', 'team-closed'];

/** Choosing a team as a step of a form that is filled in to register. */
export const teamStep: OwnStep = {
  name: 'team',
  toIt: words.toTeam,
  sheet,
  isAbout: isAboutTeam,
  refusals: ({ name: code, left }) =>
    refusals.includes(code) ? [{ field: 'order.team', code, ...(typeof left === 'number' && { limit: left }) }] : [],
  // The step says each in its own words, at its place.
  placed: (faults) => faults.map((fault) => (isAboutTeam(fault) ? { ...fault, says: '' } : fault)),
  useStep: ({ race, ...asked }) => {
    const team = useTeam({ ...asked, raceId: race.id });
    return {
      read: team.read,
      isDone: team.isDone,
      screen: (common) => <TeamStep {...common} {...team} raceId={race.id} />,
    };
  },
};
