import type { Outcomes, Tokens } from '../ports';
import { type AccessRequest, isOwner, type Owners } from '../show/access';

/** A variant as the present form of the race has it. */
export interface OfferedVariant {
  readonly id: string;
  readonly price: number;
  readonly limited?: boolean | undefined;
  readonly retired?: boolean | undefined;
}

export interface OfferedItem {
  readonly exchangeUntil?: string | undefined;
  readonly variants: readonly OfferedVariant[];
}

/** A line that is to become another variant, and what the race lets its runner do. By the database's clock. */
export interface ExchangeFacts {
  readonly variant: string;
  /** What the line costs without discounts. */
  readonly list: number;
  readonly isGiven: boolean;
  readonly isHandedOut: boolean;
  /** The race still lets runners cancel: the end of exchanges where the item names none. */
  readonly isInTime: boolean;
  readonly now: Date;
  readonly items: readonly OfferedItem[];
  /** The items of the form that the registration was made with: it says what a line is called, and until when it is refunded. */
  readonly ownItems: readonly OfferedItem[];
}

/** `done`: it has that variant. `limited`: of the new one there is only so much. */
export type ExchangeRuling =
  | { readonly kind: 'exchange'; readonly limited: boolean }
  | { readonly kind: 'done' | 'too-late' | 'handed-out' | 'no-such-variant' };

/** Another variant of the same item at the same price, as long as nobody has the first one in hand. */
export const mayExchange = (facts: ExchangeFacts, wanted: string): ExchangeRuling => {
  const item = facts.items.find(({ variants }) => variants.some(({ id }) => id === facts.variant));
  const variant = item?.variants.find(({ id, retired }) => id === wanted && !retired);
  if (!facts.isGiven) return { kind: 'no-such-variant' };
  if (facts.variant === wanted) return { kind: 'done' };
  const isInOwnForm = facts.ownItems.some(({ variants }) => variants.some(({ id }) => id === wanted));
  if (!item || variant?.price !== facts.list || !isInOwnForm) return { kind: 'no-such-variant' };
  if (facts.isHandedOut) return { kind: 'handed-out' };
  const isInTime = item.exchangeUntil ? facts.now < new Date(item.exchangeUntil) : facts.isInTime;
  return isInTime ? { kind: 'exchange', limited: variant.limited === true } : { kind: 'too-late' };
};

/** Each exchange takes a unit off sale and puts another one back, so somebody who only plays with sizes is stopped. */
export const maxExchangesPerDay = 10;

/** `no-such-item`: the registration has no item in that place. `retryAfter` in seconds. */
export type Exchanged =
  | { readonly kind: 'exchanged' }
  | { readonly kind: 'too-many'; readonly retryAfter: number }
  | {
      readonly kind:
        | 'not-found'
        | 'no-spot'
        | 'no-such-item'
        | 'no-such-variant'
        | 'handed-out'
        | 'too-late'
        | 'held'
        | 'gone';
    };

export interface ExchangeCommand {
  readonly registrationId: string;
  /** Of the line, from 0. */
  readonly position: number;
  readonly variant: string;
}

/** Changes one item of a registration in one transaction with its units and its audit row. Safe to send again. */
export type Exchange = (command: ExchangeCommand) => Promise<Exchanged>;

interface Needs {
  readonly tokens: Pick<Tokens, 'readHold' | 'readLink'>;
  readonly changes: Owners;
  readonly exchange: Exchange;
  readonly outcomes: Pick<Outcomes, 'changed'>;
  /** Called with failures after the commit. */
  readonly report: (error: unknown) => void;
}

export type ExchangeItem = (
  request: AccessRequest,
  position: number,
  variant: string,
) => Promise<Exchanged | { readonly kind: 'not-yours' }>;

/** The owner of a registration takes another size. */
export const exchangeItem =
  ({ tokens, changes, exchange, outcomes, report }: Needs): ExchangeItem =>
  async (request, position, variant) => {
    const { registrationId } = request;
    if (!(await isOwner(tokens, changes, request))) return { kind: 'not-yours' };
    const answer = await exchange({ registrationId, position, variant });
    if (answer.kind === 'exchanged') await outcomes.changed(registrationId).catch(report);
    return answer;
  };
