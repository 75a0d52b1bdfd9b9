import { type Identity, personOf } from '../registration/registration';
import type { Ticket } from './ports';

interface Needs {
  readonly inbox: JoinInbox;
  readonly sealTicket: (ticket: Ticket) => Promise<string>;
  readonly hash: (text: string) => string;
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

/** Answers the ticket that opens the place. */
export type JoinWaitingList = (wish: JoinWish) => Promise<string>;

/** Sends a wish on its way to the list. Through the queue, so that positions follow the order in which wishes are recorded. */
export const joinWaitingList =
  ({ inbox, sealTicket, hash }: Needs): JoinWaitingList =>
  async (wish) => {
    await inbox.putJoin(wish);
    const { placeId, raceId, eventId, runner } = wish;
    return sealTicket({ placeId, raceId, eventId, personHash: hash(personOf(runner)), isMailed: false });
  };
