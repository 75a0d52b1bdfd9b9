import type { Amount, Tally } from '../spots/limits/limits';
import type { OwnTeamFound, OwnTeams, Proven, TeamChange, TeamChanged, TeamRegister } from './ports';

/** Of one registration in an hour: each of them is a row of the audit. */
const maxChangesPerHour = 30;
const hourSeconds = 3600;

export interface OwnRequest {
  readonly registrationId: string;
  /** A hold, or the token of the link in a mail. */
  readonly token: string;
  readonly sessionHash: string | undefined;
}

/** What a request proves of a registration; undefined when it proves nothing. */
export type Prove = (request: OwnRequest) => Promise<Proven | undefined>;

export type ShowOwnTeam = (request: OwnRequest) => Promise<OwnTeamFound>;

/** `latest`: the primary, where a team that was founded a moment ago is already. */
export const showOwnTeam =
  ({ prove, recent, latest }: { prove: Prove; recent: OwnTeams; latest: OwnTeams }): ShowOwnTeam =>
  async (request) => {
    const proven = await prove(request);
    if (!proven) return 'not-yours';
    const found = await recent.find(request.registrationId, proven);
    return found === undefined || found === 'no-team' ? latest.find(request.registrationId, proven) : found;
  };

export type ChangeTeam = (
  request: OwnRequest,
  change: TeamChange,
) => Promise<
  { readonly kind: 'changed'; readonly team: OwnTeamFound } | Exclude<TeamChanged, { kind: 'changed' }> | TooMany
>;

interface TooMany {
  readonly kind: 'too-many-changes';
}

interface Needs {
  readonly prove: Prove;
  readonly register: Pick<TeamRegister, 'change'>;
  readonly teams: OwnTeams;
  readonly tally: Tally;
  /** Whose registration is another one now: readers must not show the one before. */
  readonly changed: (registrationId: string) => Promise<void>;
  /** Called with failures after the change: the database has it, so it is done all the same. */
  readonly report: (error: unknown) => void;
  readonly now: () => Date;
}

/** Changes the team of a registration, and answers with what is left of it for its runner. */
export const changeTeam = (needs: Needs): ChangeTeam => {
  const { prove, register, teams, tally, changed, report, now } = needs;
  return async (request, change) => {
    const { registrationId } = request;
    const proven = await prove(request);
    if (!proven) return { kind: 'not-yours' };
    const at = Math.floor(now().getTime() / 1000);
    const amount: Amount = { who: `teams:changes:${registrationId}`, much: 1, at, seconds: hourSeconds };
    const [count = 0] = await tally.add([amount]);
    if (count > maxChangesPerHour) return { kind: 'too-many-changes' };
    const answer = await register.change(registrationId, proven, change);
    if (answer.kind !== 'changed') return answer;
    if ('remove' in change) await changed(change.remove).catch(report);
    return { kind: 'changed', team: await teams.find(registrationId, proven) };
  };
};

/** Carries out the order of a director. Readers must not show the team of somebody who was removed from it. */
export const orderTeam =
  ({
    register,
    changed,
    report,
  }: Pick<Needs, 'changed' | 'report'> & { readonly register: Pick<TeamRegister, 'order'> }) =>
  async (...[team, order, isDryRun]: Parameters<TeamRegister['order']>): ReturnType<TeamRegister['order']> => {
    const answer = await register.order(team, order, isDryRun);
    if ('remove' in order && answer.kind === 'ordered' && !isDryRun) await changed(order.remove).catch(report);
    return answer;
  };
