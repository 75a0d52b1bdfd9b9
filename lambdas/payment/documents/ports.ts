import type { PaidCard, PaymentState } from '../../domain/money/payment';
import type { Billing, Draft, Seller } from './document';

/** A document as it was issued. `number` has the seller's prefix. `registrationId`: that of its payment. */
export interface IssuedDocument
  extends Pick<Draft, 'kind' | 'registrationId' | 'lines' | 'taxes' | 'gross' | 'currency' | 'billTo'> {
  readonly number: string;
  readonly issuedAt: Date;
  readonly seller: Seller;
}

/** Invoices and credit notes. */
export interface Documents {
  /** The sellers who have something to issue now. */
  sellersWithWork(): Promise<readonly string[]>;
  /**
   * Issues what is due, for at most this many payments, in one transaction and in the order of capture. Returns how many
   * documents. The numbers of a seller have no gap, also when several issue at the same time or one is interrupted.
   */
  issue(sellerId: string, mostPayments: number): Promise<number>;
  /** Newest first. */
  ofPayment(registrationId: string): Promise<readonly IssuedDocument[]>;
  /** A page of the documents of a race: those after the document with the id `after`. */
  ofRace(raceId: string, after: string | undefined): Promise<RaceReceipts>;
  /**
   * Takes an invoice back with a credit note and issues another. Repeating it names the same two documents. `registrationId`: of anybody
   * whose spot or move it is for.
   */
  reissue(registrationId: string, invoice: string, billTo: Billing | undefined): Promise<Reissued>;
}

/** The invoices and credit notes of a race, as its director lists them. */
export interface RaceReceipts {
  /** Newest first, 100 at most. */
  readonly documents: readonly ListedDocument[];
  /** How many payments have no document yet, or one that misses a refund. */
  readonly due: number;
}

/** Amounts are in the currency's smallest unit; `gross` contains `tax`. */
export interface ListedDocument extends Pick<Draft, 'kind' | 'registrationId' | 'gross' | 'currency'> {
  readonly id: string;
  readonly number: string;
  readonly issuedAt: Date;
  /** Who paid, and their registration. It is not that of the payment when they paid to move to a dearer event. */
  readonly name: string;
  readonly paidBy: string;
  /** Whom it is addressed to; null on a simplified invoice. */
  readonly billTo: string | null;
  readonly tax: number;
}

/** The numbers, with their prefix. */
export type Reissued =
  | { readonly kind: 'reissued'; readonly creditNote: string; readonly invoice: string }
  /** `nothing-left`: all of the money was given back. `not-sold`: the race has no seller any more. */
  | { readonly kind: 'no-such-invoice' | 'nothing-left' | 'not-sold' };

/** A registration as its receipt needs it. */
export interface Receipted {
  readonly raceId: string;
  readonly raceName: string;
  /** The session it was made in. */
  readonly sessionHash: string | undefined;
  /** How often its address was corrected: older links open nothing. */
  readonly linkVersion: number;
  /**
   * What its runner paid. The payment for the spot comes first; it is missing when somebody else paid for the spot. Then come payments to
   * move to dearer events, also after the runner passed the spot on.
   */
  readonly payments: readonly ReceiptedPayment[];
}

/** `amount`: in the currency's smallest unit. */
export interface ReceiptedPayment {
  /** The registration that carries the payment. */
  readonly registrationId: string;
  readonly state: PaymentState;
  readonly amount: number;
  readonly currency: string;
  /** Absent for payments of long ago, and where nothing was taken. */
  readonly card: PaidCard | undefined;
  /** When its next document is due. */
  readonly dueAt: Date | undefined;
  readonly billing: Billing | undefined;
}

/** What the owner of a payment reads about it. */
export interface Receipts {
  find(registrationId: string): Promise<Receipted | undefined>;
  /** Of these payments, newest first. */
  documentsOf(paidAs: readonly string[]): Promise<readonly IssuedDocument[]>;
}

/** What the owner of payments may change about their documents. */
export interface ReceiptRequests {
  /** Makes what is due one day due now. `issued`: every document is there. `none`: nobody issues any. */
  hurry(paidAs: readonly string[]): Promise<'requested' | 'issued' | 'none'>;
  /** Sets whom the next documents are addressed to, for those of the payments that have none yet. `issued`: all have some. */
  setBilling(paidAs: readonly string[], billing: Billing): Promise<'set' | 'issued'>;
}

/** What a director says about selling. */
export interface Sellers {
  /**
   * Makes a seller or changes it. Documents that are issued keep what they say. False: another one has the prefix,
   * or numbers were issued with the present one.
   */
  set(seller: Seller): Promise<boolean>;
  /** Who sells a race, with which tax. What was captured before gets its documents, too. */
  setTax(raceId: string, tax: RaceTax): Promise<'set' | 'no-such-race' | 'no-such-seller'>;
}

/** `rate` is in basis points and contained in the prices. */
export interface RaceTax {
  readonly seller: string;
  readonly rate: number;
  readonly label: string;
}
