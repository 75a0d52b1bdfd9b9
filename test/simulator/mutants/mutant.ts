import type { MailLedger } from '../../../lambdas/mail/send/ports';
import type { Payments, Processor } from '../../../lambdas/payment/ports';
import type { SettlePayment } from '../../../lambdas/payment/settle/settle-payments';
import type { StripeHttp } from '../../../lambdas/payment/stripe/call';
import type { Memcached } from '../../../lambdas/platform/memcached/memcached';
import type { JudgeEntry, PriceEntry } from '../../../lambdas/quote/ports';
import type { Changes } from '../../../lambdas/registration/change/ports';
import type { Inbox, Registrations, Tokens } from '../../../lambdas/registration/ports';
import type { RecordRegistrations } from '../../../lambdas/registration/record/record-registrations';
import type { submitRegistration } from '../../../lambdas/registration/submit/submit-registration';
import type { Counters, Ledger } from '../../../lambdas/spots/blocks/ports';
import type { KnownRegistrations, Offers } from '../../../lambdas/spots/holds/ports';
import type { Tally } from '../../../lambdas/spots/limits/limits';
import type { DealUnits } from '../../../lambdas/units/claims/deal-units';
import { asDesigned, type Rules } from '../../model/ledger/rules-under-test';
import { type UnitRules, unitsAsDesigned } from '../../model/units/rules';
import type { Violation } from '../checks/violation';

type PayTokens = Pick<Tokens, 'readHold' | 'readQuote'>;

import { type MoveRules, movesAsDesigned } from './move-rules';

/** Points where a mutant can replace a part of the wiring. */
export interface Mutant {
  readonly rules: Rules;
  /** Of units and money lines, in a race with a form. */
  readonly unitRules: UnitRules;
  readonly feeRules: FeeRules;
  readonly jobRules: JobRules;
  readonly moveRules: MoveRules;
  readonly dealUnits: (deal: DealUnits) => DealUnits;
  /** What an entry costs. */
  readonly price: (price: PriceEntry) => PriceEntry;
  /** Who may run, and who signs for whom. */
  readonly judge: (judge: JudgeEntry) => JudgeEntry;
  /** How much less is taken than was quoted, by who paid. */
  readonly short: (short: ReadonlyMap<string, number>) => ReadonlyMap<string, number>;
  readonly offers: (offers: Offers) => Offers;
  readonly ledger: (ledger: Ledger) => Ledger;
  readonly counters: (counters: Counters, memcached: Memcached) => Counters;
  readonly tokens: (tokens: PayTokens) => PayTokens;
  readonly inbox: (inbox: Inbox) => Inbox;
  readonly registrations: (registrations: Registrations) => Registrations;
  /** What no longer counts, because it is paid for. */
  readonly unpaid: (unpaid: Pick<Tally, 'takeBack'>) => Pick<Tally, 'takeBack'>;
  readonly record: (record: RecordRegistrations) => RecordRegistrations;
  /** The processor's client, before its adapter. */
  readonly http: (http: StripeHttp) => StripeHttp;
  readonly processor: (processor: Processor) => Processor;
  /** What `pay` is made of. */
  readonly pay: (needs: PayNeeds) => PayNeeds;
  readonly settle: (settle: SettlePayment, processor: Processor) => SettlePayment;
  readonly payments: (payments: Payments) => Payments;
  readonly changes: (changes: Changes) => Changes;
  readonly known: (known: KnownRegistrations) => KnownRegistrations;
  readonly mailLedger: (ledger: MailLedger) => MailLedger;
  /** The number of lanes that the mailers believe share SES's rate. */
  readonly lanes: (lanes: number) => number;
  /** The processor's client sends no idempotency keys. */
  readonly withoutKeys: boolean;
  /** The processor confirms an intent whatever its status is. */
  readonly withoutStatus: boolean;
}

/** What the ledger does about the fee for a spot that is passed on. */
export interface FeeRules {
  /** Nobody takes a spot over without it. */
  readonly isAsked: boolean;
  /** The card of who was refused is let go. */
  readonly isLetGo: boolean;
  /** The sweep of a fee that was taken leaves it alone. */
  readonly isKept: boolean;
}

export const feesAsDesigned: FeeRules = { isAsked: true, isLetGo: true, isKept: true };

/** What the job of a cancelled race does. */
export interface JobRules {
  /** It does nothing more once a director has stopped it. */
  readonly isStopHeeded: boolean;
  /** It is not done while somebody has a spot. */
  readonly isEndChecked: boolean;
  /** It gives back what the director said, and not what the race gives whoever cannot come. */
  readonly isShareOfCancellation: boolean;
}

export const jobsAsDesigned: JobRules = { isStopHeeded: true, isEndChecked: true, isShareOfCancellation: true };

export type PayNeeds = Parameters<typeof submitRegistration>[0];

const same = <T>(it: T): T => it;

export interface Wrong {
  /** What is wrong with it, as a sentence. */
  readonly name: string;
  /** Those of the broken invariants that show the mistake. */
  readonly breaks: readonly Violation['invariant'][];
  /**
   * The seed of a world that shows it, where few do. It is tried first. When the random choices change, another world
   * shows it.
   */
  readonly seenIn?: number;
  readonly mutant: Mutant;
}

/** Nothing is wrong. */
export const unchanged: Mutant = {
  rules: asDesigned,
  unitRules: unitsAsDesigned,
  feeRules: feesAsDesigned,
  jobRules: jobsAsDesigned,
  moveRules: movesAsDesigned,
  dealUnits: same,
  price: same,
  judge: same,
  short: same,
  offers: same,
  ledger: same,
  counters: same,
  tokens: same,
  inbox: same,
  registrations: same,
  unpaid: same,
  record: same,
  http: same,
  processor: same,
  pay: same,
  settle: same,
  payments: same,
  changes: same,
  known: same,
  mailLedger: same,
  lanes: same,
  withoutKeys: false,
  withoutStatus: false,
};
