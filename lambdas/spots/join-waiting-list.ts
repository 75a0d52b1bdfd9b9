import { type Identity, personOf } from '../registration/registration';
import { isGoodFor } from './permits';
import type { PermitSigner, Ticket } from './ports';

interface Needs {
  readonly inbox: JoinInbox;
  readonly permits: Pick<PermitSigner, 'readPermit'>;
  readonly signTicket: (ticket: Ticket) => Promise<string>;
  readonly hash: (text: string) => string;
  readonly now: () => Date;
}

/** The way to the writer. */
export interface JoinInbox {
  putJoin(join: JoinWish): Promise<void>;
}

export interface JoinWish extends Pick<Ticket, 'placeId' | 'raceId' | 'eventId'> {
  readonly runner: Identity;
  /** How many want to run together. */
  readonly size: number;
}

/** What entitles to the wish: the permit from the answer that said no, and the session it was said to. */
export interface Entitlement {
  readonly permit: string | undefined;
  readonly sessionHash: string | undefined;
}

/** The ticket that opens the place; or the permit is missing, too old, or for something else. */
export type JoinAnswer = { readonly kind: 'joined'; readonly ticket: string } | { readonly kind: 'no-permit' };

export type JoinWaitingList = (wish: JoinWish, entitlement: Entitlement) => Promise<JoinAnswer>;

/** Sends a wish on its way to the list. Through the queue, so that positions follow the order in which wishes are recorded. */
export const joinWaitingList =
  ({ inbox, permits, signTicket, hash, now }: Needs): JoinWaitingList =>
  async (wish, { permit: token, sessionHash }) => {
    const permit = token === undefined ? undefined : await permits.readPermit(token);
    if (!permit || !isGoodFor(permit, wish, sessionHash, now())) return { kind: 'no-permit' };
    await inbox.putJoin(wish);
    const { placeId, raceId, eventId, runner } = wish;
    const personHash = hash(personOf(runner));
    const ticket = { placeId, raceId, eventId, personHash, isMailed: false, givenAt: now().getTime() };
    return { kind: 'joined', ticket: await signTicket(ticket) };
  };
