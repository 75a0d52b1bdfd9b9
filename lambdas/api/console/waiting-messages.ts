import * as v from 'valibot';
import { participantsAsked } from './messages';

/** Who is looked for among those who wait for a spot. `after`: as the page before told it. */
export const waitingAsked = v.strictObject({
  q: participantsAsked.entries.q,
  event: participantsAsked.entries.event,
  after: participantsAsked.entries.after,
});

/** In the order in which spots are offered. `rank` 0: their card was authorised, and no spot was left. They come first. */
export interface WaitingMessage {
  readonly people: readonly {
    readonly placeId: string;
    readonly eventId: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly size: number;
    readonly state: string;
    /** No spot is offered before the address is confirmed. */
    readonly isConfirmed: boolean;
    readonly rank: 0 | 1;
    /** 1: the next one of the event who is offered a spot. */
    readonly turn?: number | undefined;
    readonly offers: number;
    readonly offeredUntil?: string | undefined;
    readonly since: string;
  }[];
  readonly next?: string | undefined;
  readonly isComplete: boolean;
}
