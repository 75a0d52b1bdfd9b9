import type { Identity } from '../registration/registration';
import type { Ticket } from './ports';

interface Needs {
  readonly inbox: JoinInbox;
  readonly sealTicket: (ticket: Ticket) => Promise<string>;
}

/** The way to the writer. */
export interface JoinInbox {
  putJoin(join: JoinWish): Promise<void>;
}

export interface JoinWish extends Ticket {
  readonly runner: Identity;
  /** How many want to run together. */
  readonly size: number;
}

/** Answers the ticket that opens the place. */
export type JoinWaitingList = (wish: JoinWish) => Promise<string>;

/** Sends a wish on its way to the list. Through the queue, so that positions follow the order in which wishes are recorded. */
export const joinWaitingList =
  ({ inbox, sealTicket }: Needs): JoinWaitingList =>
  async (wish) => {
    await inbox.putJoin(wish);
    return sealTicket(wish);
  };
