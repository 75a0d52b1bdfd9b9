import * as v from 'valibot';
import type { Seal } from '../platform/seal';
import type { Ticket } from '../spots/ports';
import { SealedHolds } from '../spots/sealed-holds';
import type { Tokens } from './ports';

const linkPurpose = 'registration-link';
const link = v.strictObject({ registrationId: v.string() });
const ticketPurpose = 'waiting-list-ticket';
/** A ticket from before tickets named the person opens nothing; its owner is told to have the link sent again. */
const ticket = v.strictObject({
  placeId: v.string(),
  raceId: v.string(),
  eventId: v.string(),
  personHash: v.string(),
  isMailed: v.boolean(),
  givenAt: v.optional(v.number()),
});
const transferPurpose = 'transfer';
const transfer = v.strictObject({ transferId: v.string() });

export class SealedTokens implements Tokens {
  readonly #seal: Seal;
  readonly #holds: SealedHolds;

  constructor(seal: Seal) {
    this.#seal = seal;
    this.#holds = new SealedHolds(seal);
  }

  readHold(token: string) {
    return this.#holds.read(token);
  }

  /** The token of a mail's link, which opens this one registration. */
  sealLink(registrationId: string) {
    return this.#seal.seal(linkPurpose, { registrationId });
  }

  /** The token of a place on the waiting list. */
  sealTicket({ placeId, raceId, eventId, personHash, isMailed, givenAt }: Ticket) {
    return this.#seal.seal(ticketPurpose, { placeId, raceId, eventId, personHash, isMailed, givenAt });
  }

  async readTicket(token: string) {
    const payload = v.safeParse(ticket, await this.#seal.unseal(ticketPurpose, token));
    return payload.success ? payload.output : undefined;
  }

  /** The token of the mail that offers a spot to a recipient. */
  sealTransfer(transferId: string) {
    return this.#seal.seal(transferPurpose, { transferId });
  }

  async readTransfer(token: string) {
    const payload = v.safeParse(transfer, await this.#seal.unseal(transferPurpose, token));
    return payload.success ? payload.output.transferId : undefined;
  }

  async readLink(token: string) {
    const payload = v.safeParse(link, await this.#seal.unseal(linkPurpose, token));
    return payload.success ? payload.output.registrationId : undefined;
  }
}
