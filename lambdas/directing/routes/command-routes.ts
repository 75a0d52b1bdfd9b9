import * as v from 'valibot';
import { ConsoleError, type ConsoleProblemName } from '../../api/console/problems';
import { registrationId } from '../../api/fields';
import { ProblemError } from '../../api/problem-error';
import { staffRoles } from '../../domain/staff';
import { type Reply, reply } from '../../platform/http/reply';
import type { Request } from '../../platform/http/request';
import { type ConsoleHandlers, permit, type SignedRequest } from '../../staff/guarded-routes';
import type { CommandLog, Ordered, StaffPace } from '../../staff/ports';
import { judge, type Signed } from '../../staff/rights';
import type { Order } from '../carry-out-command';
import { type CommandAnswer, refused } from '../command';
import type { CommandName } from '../commands';
import { isCommand, permissions } from '../permitted-commands';

export interface Acting {
  readonly staffId: string;
  readonly raceId: string;
  readonly commandId: string | undefined;
}

interface Needs {
  readonly log: CommandLog;
  /** Carries an order out in somebody's name, so that each audit row it leaves names them. */
  readonly carryOut: (order: Order, acting: Acting) => Promise<CommandAnswer | 'foreign'>;
  readonly hash: (text: string) => string;
}

/** The longest command is one with the definition of a form. A file of results is longer: see `permissions`. */
export const maxCommandBytes = 256 * 1024;
const content = v.record(v.string(), v.unknown());

/** Carries out an order of somebody who is permitted to give it, once for each Idempotency-Key. */
export type Ordering = (order: Order, signed: Signed, request: Request) => Promise<Reply>;

export const openOrdering = ({ log, carryOut, hash }: Needs): Ordering => {
  /** Who waits in vain for somebody is told for whom. */
  const carriedOut = async (order: Order, acting: Acting): Promise<CommandAnswer | 'foreign'> => {
    const answer = await carryOut(order, acting);
    if (answer === 'foreign' || !('refused' in answer) || answer.refused.reason !== 'results-locked') return answer;
    const other = await log.underWay(order.raceId, lockingCommands, acting.commandId);
    return other ? refused('results-locked', other, []) : answer;
  };

  const once = async (order: Order, { staffId }: Signed): Promise<Reply> =>
    replyTo(await carriedOut(order, { staffId, raceId: order.raceId, commandId: undefined }));

  /**
   * A request that is sent again gets the first answer, unless it had a secret. One that comes while the first is carried out is
   * refused.
   */
  const noted = async (order: Order, { staffId }: Signed, request: Request): Promise<Reply> => {
    const id = request.headers['idempotency-key'] ?? '';
    if (!v.is(registrationId, id)) throw new ConsoleError('idempotency-key-missing');
    const { name, raceId } = order;
    const { isSecret = false, mostPerHour } = permissions[name];
    const bodyHash = hash(JSON.stringify([raceId, order.content]));
    const ordered: Ordered = { id, staffId, raceId, name, bodyHash, isSecret, mostPerHour };
    const begun = await log.begin(ordered);
    if (begun.kind === 'reused') throw new ConsoleError('idempotency-key-reused');
    if (begun.kind === 'too-many') throw new ConsoleError('too-many-orders', { retryAfter: 600 });
    if (begun.kind === 'running') throw new ConsoleError('command-under-way', { retryAfter: 2 });
    if (begun.kind === 'done') throw new ConsoleError('already-done');
    if (begun.kind === 'answered') return replyTo(begun.answer as CommandAnswer);
    const answer = await carriedOut(order, { staffId, raceId, commandId: id }).catch(async (error: unknown) => {
      // If this fails as well, the order can begin again half a minute later.
      await log.letGo(ordered).catch(() => {});
      throw error;
    });
    const isDone = answer !== 'foreign' && !('refused' in answer);
    // A refusal is not kept: the same order may be possible later.
    await log.end(ordered, isDone, isDone && !isSecret ? answer : undefined);
    return replyTo(answer);
  };

  return (order, signed, request) =>
    permissions[order.name].reads || order.isDryRun ? once(order, signed) : noted(order, signed, request);
};

/** Commands that may take seconds while they have a ranking for themselves. */
const lockingCommands = ['importResults', 'buildStartList'] as const satisfies readonly CommandName[];

/** Every command of the table over HTTP, for the roles that it permits. */
export const commandRoutes = (ordering: Ordering, pace: Pick<StaffPace, 'mayReadLong'>) =>
  ({
    /** The commands that somebody may order in this race. The console shows no others. */
    'GET /api/console/races/{raceId}/commands': async ({ request, signed }: SignedRequest) => {
      const names = Object.keys(permissions).filter(isCommand);
      const allowed = names.filter(
        (name) => judge(signed, { ...demandOf(name, raceIn(request)), confirmed: false }) === 'permitted',
      );
      return reply(200, {
        commands: allowed.map((name) => ({ name, reads: permissions[name].reads ?? false })),
      });
    },

    'POST /api/console/races/{raceId}/commands/{command}': async ({ request, signed, secretHash }: SignedRequest) => {
      const raceId = raceIn(request);
      const name = request.path.command ?? '';
      // People without a role in the race do not learn which commands there are.
      permit(signed, { roles: staffRoles, race: raceId });
      if (!isCommand(name)) throw new ProblemError('not-found', { reason: 'address' });
      permit(signed, demandOf(name, raceId));
      const order: Order = {
        name,
        raceId,
        content: request.json(content, permissions[name].mostBytes ?? maxCommandBytes),
        isDryRun: request.query.dry === 'true',
      };
      if (permissions[name].isLong?.(order.content) && !(await pace.mayReadLong(secretHash)))
        throw new ConsoleError('too-fast', { retryAfter: 60 });
      return ordering(order, signed, request);
    },
  }) satisfies Partial<ConsoleHandlers>;

export const raceIn = ({ path }: Request): string => path.raceId ?? '';

/** A race that is to be made has no staff yet, so its maker needs a role in all races. */
const demandOf = (name: CommandName, raceId: string) => {
  const { roles, about, isDangerous = false } = permissions[name];
  return { roles, race: about === 'all' || about === 'new-race' ? undefined : raceId, confirmed: isDangerous };
};

const replyTo = (answer: CommandAnswer | 'foreign'): Reply => {
  if (answer === 'foreign') throw new ProblemError('not-found', { reason: 'address' });
  if ('refused' in answer) {
    const { reason, ...more } = answer.refused;
    throw new ConsoleError(problemOf[reason] ?? 'command-refused', { reason, ...more });
  }
  return reply(200, answer);
};

/** Refusals that have a problem type of their own, because the console tells them apart. */
const problemOf: Partial<
  Record<Extract<CommandAnswer, { refused: unknown }>['refused']['reason'], ConsoleProblemName>
> = {
  'edited-meanwhile': 'edited-meanwhile',
  'plan-changed': 'plan-changed',
  'not-publishable': 'not-publishable',
  'not-complete': 'not-publishable',
  'in-use': 'in-use',
  'same-person': 'same-person',
  'too-many-links': 'too-many-links',
  'no-line': 'line-over',
  'line-over': 'line-over',
  'results-locked': 'results-locked',
  'told-meanwhile': 'told-meanwhile',
};
