import type { Spot } from '../../model/ledger/spot';
import { emptyTables, type PaymentRow, type RegistrationRow, type Tables } from '../../model/ledger/tables';
import type { State } from './database';

/** The two events of a race in which runners are moved. Only the first is on sale. */
export type EventName = 'first' | 'other';

/** The other event, and what became of moves. It is never changed. */
export interface Moving {
  /** Without its registrations and payments, which are among those of the race. */
  readonly other: Tables;
  readonly offers: readonly MoveOffer[];
  readonly moves: readonly MoveMade[];
}

/** A spot that is kept for a runner until they pay the difference. */
export interface MoveOffer {
  readonly id: string;
  /** Who is to move, and after that whoever has the spot. */
  readonly registrationId: string;
  readonly from: EventName;
  readonly to: EventName;
  readonly block: string;
  readonly amount: number;
  readonly state: 'open' | 'taken' | 'withdrawn';
  /** The registration that carries the payment. */
  readonly paidAs: string | null;
  readonly endsAt: number;
}

/** A move that was made. `refund`: what was given back for it. */
export interface MoveMade {
  readonly registrationId: string;
  readonly from: number;
  readonly to: number;
  readonly refund: number;
  /** Of a move that was paid for. */
  readonly offer: string | null;
}

/** Spots of the other event have higher numbers, so a number says which event it is of. */
const lowestOther = 1_001;

export const eventOf = (spot: number): EventName => (spot < lowestOther ? 'first' : 'other');

export const emptyMoving = (spots = 0): Moving => ({
  other: {
    ...emptyTables(spots),
    spots: Array.from({ length: spots }, (_, n): Spot => ({ number: lowestOther + n, block: null })),
  },
  offers: [],
  moves: [],
});

/** An event as a transaction of the model takes it. */
export const tablesOf = ({ tables, moving }: State, event: EventName): Tables => {
  const { registrations, payments } = tables;
  return event === 'first' ? tables : { ...moving.other, registrations, payments };
};

export const withTables = (state: State, event: EventName, tables: Tables): State => {
  if (event === 'first') return { ...state, tables };
  const { registrations, payments } = tables;
  return {
    ...state,
    tables: { ...state.tables, registrations, payments },
    moving: { ...state.moving, other: { ...tables, registrations: [], payments: [] } },
  };
};

export const openOffer = ({ moving }: State, registrationId: string): MoveOffer | undefined =>
  moving.offers.find((one) => one.registrationId === registrationId && one.state === 'open');

export const withOffer = (state: State, offer: MoveOffer, change: Partial<MoveOffer>): State => ({
  ...state,
  moving: {
    ...state.moving,
    offers: state.moving.offers.map((one) => (one.id === offer.id ? { ...one, ...change } : one)),
  },
});

/** Whatever else becomes of a registration ends its offer. The next reclaim gives the spot to others. */
export const withdrawOffer = (state: State, registrationId: string, now: number): State => {
  const offer = openOffer(state, registrationId);
  if (!offer) return state;
  const tables = tablesOf(state, offer.to);
  const blocks = tables.blocks.map((block) =>
    block.id === offer.block ? { ...block, closesAt: Math.min(block.closesAt, now) } : block,
  );
  return withOffer(withTables(state, offer.to, { ...tables, blocks }), offer, { state: 'withdrawn' });
};

/** What was paid for a registration to move it, the newest first. */
export const differencesOf = ({ tables, moving }: State, registrationId: string): readonly PaymentRow[] => {
  const ids = moving.offers.flatMap((one) =>
    one.registrationId === registrationId && one.paidAs !== null ? [one.paidAs] : [],
  );
  return tables.payments.filter((payment) => ids.includes(payment.registrationId)).reverse();
};

/** The tables as a change of a registration sees them: while a difference is being charged, so is its payment. */
export const whileCharging = (state: State, { id, paidAs }: RegistrationRow, isSeen: boolean): Tables => {
  if (!isSeen || !differencesOf(state, id).some((one) => one.state === 'authorised')) return state.tables;
  const payments = state.tables.payments.map((payment) =>
    payment.registrationId === (paidAs ?? id) ? { ...payment, state: 'authorised' as const } : payment,
  );
  return { ...state.tables, payments };
};
