import type { Order } from '../../domain/mail-order';
import type { Quota } from './quota';

/** Records which mails may have left, so that none leaves twice. */
export interface MailLedger {
  /**
   * Claims mails in their order; when it throws, those of the statement that failed may be claimed. `claimed` for one caller only, ever.
   * `suppressed`: the address bounced or complained, or its mailbox has reached the limit for mail that others can order. `taken`:
   * another caller was first. `left`: mails that SES has accepted, which are recorded by the same statement.
   */
  claim(mails: readonly Claimed[], left?: readonly Left[]): Promise<readonly ('claimed' | 'suppressed' | 'taken')[]>;
  /** Takes a claim back. Only for a mail that certainly did not leave: the next delivery sends it. */
  release(order: Order): Promise<void>;
  accepted(left: readonly Left[]): Promise<void>;
  rejected(order: Order, reason: string): Promise<void>;
  unknown(order: Order, reason: string): Promise<void>;
  /** Not sent now or later: listed with the reason. */
  suppressed(order: Order, recipient: string, reason: string): Promise<void>;
  /** A mail that cannot be written: listed with the reason, not sent. */
  unwritten(order: Order, reason: string): Promise<void>;
  /**
   * Turns claims older than ten minutes into `unknown` and returns how many. Their sender died between claim and
   * answer.
   */
  giveUpOldClaims(): Promise<number>;
  /** Notes what SES allows, for those who order many mails. */
  noteQuota(quota: Quota): Promise<void>;
}

/** A mail to claim. */
export interface Claimed {
  readonly order: Order;
  readonly recipient: string;
  /** A payment stands behind what it tells. */
  readonly isPaid: boolean;
}

/** A mail that SES has accepted. */
export interface Left {
  readonly order: Order;
  /** SES's id of the mail. */
  readonly messageId: string;
}
