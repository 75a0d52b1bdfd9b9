import * as v from 'valibot';
import type { Ticket } from '../domain/waiting';
import type { Signer } from '../platform/signed-tokens';
import { SignedHolds } from '../spots/holds/signed-holds';
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

export class SignedTokens implements Tokens {
  readonly #signer: Signer;
  readonly #holds: SignedHolds;

  constructor(signer: Signer) {
    this.#signer = signer;
    this.#holds = new SignedHolds(signer);
  }

  readHold(token: string) {
    return this.#holds.read(token);
  }

  /** The token of a mail's link, which opens this one registration. */
  signLink(registrationId: string) {
    return this.#signer.sign(linkPurpose, { registrationId });
  }

  /** The token of a place on the waiting list. */
  signTicket({ placeId, raceId, eventId, personHash, isMailed, givenAt }: Ticket) {
    return this.#signer.sign(ticketPurpose, { placeId, raceId, eventId, personHash, isMailed, givenAt });
  }

  async readTicket(token: string) {
    const payload = v.safeParse(ticket, await this.#signer.verify(ticketPurpose, token));
    return payload.success ? payload.output : undefined;
  }

  /** The token of the mail that offers a spot to a recipient. */
  signTransfer(transferId: string) {
    return this.#signer.sign(transferPurpose, { transferId });
  }

  async readTransfer(token: string) {
    const payload = v.safeParse(transfer, await this.#signer.verify(transferPurpose, token));
    return payload.success ? payload.output.transferId : undefined;
  }

  async readLink(token: string) {
    const payload = v.safeParse(link, await this.#signer.verify(linkPurpose, token));
    return payload.success ? payload.output.registrationId : undefined;
  }
}
