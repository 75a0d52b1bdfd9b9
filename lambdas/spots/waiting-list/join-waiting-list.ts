import { type Identity, personOf } from '../../domain/person';
import type { Ticket } from '../../domain/waiting';
import type { PermitSigner } from '../ports';
import { isGoodFor } from './permits';

interface Needs {
  readonly inbox: JoinInbox;
  readonly permits: Pick<PermitSigner, 'readPermit'>;
  readonly signTicket: (ticket: Ticket) => Promise<string>;
  readonly hash: (text: string) => string;
  readonly now: () => Date;
}

/** The queue to the writer. */
export interface JoinInbox {
  putJoin(join: JoinCommand): Promise<void>;
}

export interface JoinCommand extends Pick<Ticket, 'placeId' | 'raceId' | 'eventId'> {
  readonly runner: Identity;
  /** How many people run as one group. */
  readonly size: number;
}

/** What entitles to join: the permit from the answer that refused a spot, and the session that answer went to. */
export interface Entitlement {
  readonly permit: string | undefined;
  readonly sessionHash: string | undefined;
}

/** The ticket that opens the place. `no-permit`: the permit is missing, too old, or for something else. */
export type JoinAnswer = { readonly kind: 'joined'; readonly ticket: string } | { readonly kind: 'no-permit' };

export type JoinWaitingList = (command: JoinCommand, entitlement: Entitlement) => Promise<JoinAnswer>;

/**
 * Sends a join on its way to the list. It goes through the queue, so that positions follow the order in which joins are
 * recorded.
 */
export const joinWaitingList =
  ({ inbox, permits, signTicket, hash, now }: Needs): JoinWaitingList =>
  async (command, { permit: token, sessionHash }) => {
    const permit = token === undefined ? undefined : await permits.readPermit(token);
    if (!permit || !isGoodFor(permit, command, sessionHash, now())) return { kind: 'no-permit' };
    await inbox.putJoin(command);
    const { placeId, raceId, eventId, runner } = command;
    const personHash = hash(personOf(runner));
    const ticket = { placeId, raceId, eventId, personHash, isMailed: false, givenAt: now().getTime() };
    return { kind: 'joined', ticket: await signTicket(ticket) };
  };
