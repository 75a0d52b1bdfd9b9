import { foldCode } from '../codes/code';
import { addressesPerNetwork, networkOf } from '../domain/network';
import type { Amount, Tally } from '../spots/limits/limits';
import type { JoinableTeam, Teams } from './ports';

/** Wrong join codes of a session and of an address in a quarter of an hour. */
export const maxTriesPerSession = 10;
export const maxTriesPerAddress = 50;
const trySeconds = 900;

export interface JoinRequest {
  readonly raceId: string;
  readonly eventId: string;
  readonly sessionHash: string;
  readonly address: string;
  /** The team's id, which is in public lists, and the code that was sent by its captain. */
  readonly id: string;
  readonly code: string;
}

export type JoinChecked =
  | { readonly kind: 'may-join'; readonly team: Pick<JoinableTeam, 'id' | 'pool' | 'legs' | 'takenLegs'> }
  /** The code is wrong, or there is no such team in this event. */
  | { readonly kind: 'team-code-wrong' | 'team-closed' | 'too-many-tries' };

export type CheckJoin = (request: JoinRequest) => Promise<JoinChecked>;

interface Needs {
  readonly teams: Teams;
  readonly tally: Tally;
  readonly now: () => Date;
}

/**
 * Whether the code opens the team. A try is counted before the code is compared, and taken back when it is right. So a runner who
 * sends many codes at once is stopped as well. Only people with its code are told that a team is closed.
 */
export const checkJoin = ({ teams, tally, now }: Needs): CheckJoin => {
  const look = async ({ raceId, eventId, id, code }: JoinRequest): Promise<JoinChecked> => {
    const team = await teams.find(id);
    if (team?.raceId !== raceId || team.eventId !== eventId || foldCode(team.joinCode) !== foldCode(code))
      return { kind: 'team-code-wrong' };
    if (!team.isOpen) return { kind: 'team-closed' };
    const { pool, legs, takenLegs } = team;
    return { kind: 'may-join', team: { id, pool, legs, takenLegs } };
  };

  return async (request) => {
    const tries = triesOf(request, now());
    const [ofSession = 0, ofAddress = 0, ofNetwork = 0] = await tally.add(tries);
    if (
      ofSession > maxTriesPerSession ||
      ofAddress > maxTriesPerAddress ||
      ofNetwork > maxTriesPerAddress * addressesPerNetwork
    ) {
      await tally.takeBack(tries);
      return { kind: 'too-many-tries' };
    }
    const answer = await look(request);
    if (answer.kind !== 'team-code-wrong') await tally.takeBack(tries);
    return answer;
  };
};

/** Of the session, the address and its network. */
const triesOf = ({ raceId, sessionHash, address }: JoinRequest, now: Date): readonly Amount[] => {
  const of = { much: 1, at: Math.floor(now.getTime() / 1000), seconds: trySeconds };
  return [
    { ...of, who: `teams:session:${sessionHash}` },
    { ...of, who: `teams:address:${raceId}:${address}` },
    { ...of, who: `teams:network:${raceId}:${networkOf(address) ?? address}` },
  ];
};
