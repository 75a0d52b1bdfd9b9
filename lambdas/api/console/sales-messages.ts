import * as v from 'valibot';

/** Which part of a sale a line shows. */
export const salesAsked = v.strictObject({ range: v.optional(v.picklist(['all', 'opening', 'day']), 'all') });

/**
 * Where the spots of an event are. `comingBack`: nobody is dealt them any more, and they can be sold again within minutes. `waiting`:
 * places on the list, by the size of the group.
 */
export interface SpotsMessage {
  readonly eventId: string;
  readonly kind: 'run' | 'gift' | 'ticket';
  readonly sale: 'on' | 'paused' | 'closed' | 'cancelled';
  readonly phase: 'early' | 'open' | 'paused' | 'closed';
  readonly capacity: number;
  readonly free: number;
  readonly held: number;
  readonly comingBack: number;
  readonly offered: number;
  readonly registered: number;
  readonly waiting: readonly { readonly size: number; readonly places: number }[];
}

interface MoneyMessage {
  readonly reserved: number;
  readonly gross: number;
  readonly refunded: number;
}

/** What a race has sold. Money is in the currency's smallest unit, instants are ISO 8601. */
export interface SalesMessage {
  readonly at: string;
  readonly events: readonly (SpotsMessage & { readonly cancelled: number })[];
  /** How people who are registered got their spots: on sale, by an offer to the waiting list, or passed on to them. */
  readonly sources: { readonly sale: number; readonly list: number; readonly passedOn: number };
  readonly money: MoneyMessage;
  readonly mails: {
    readonly sent: number;
    readonly delivered: number;
    readonly unreached: number;
    readonly complaints: number;
  };
  readonly lastHour: number;
  readonly series: {
    readonly grain: 'minute' | 'hour' | 'day';
    readonly from: string;
    readonly to: string;
    readonly before: Readonly<Record<string, number>>;
    readonly points: readonly {
      readonly at: string;
      readonly stands: Readonly<Record<string, number>>;
      readonly gone: number;
    }[];
  };
}

/** How many wait, and for how many seconds the oldest has. */
export interface BacklogMessage {
  readonly waiting: number;
  readonly oldest?: number | undefined;
}

/** The line of a race: whom its draw has, whom it called, and how fast. Passes are counted, and one is one person or one group. */
export interface LineFiguresMessage {
  readonly kind: 'opening' | 'surge';
  readonly state: 'lobby' | 'closing' | 'drawing' | 'calling' | 'open' | 'over';
  readonly gun: string;
  readonly atGun?: 'open' | 'draw' | undefined;
  readonly enrolUntil: string;
  readonly pace: number;
  /** Why nobody is called. */
  readonly held?: string | undefined;
  readonly passes: { readonly draw: number; readonly later: number; readonly late: number };
  readonly listed?: number | undefined;
  readonly beacon?:
    | { readonly round: number; readonly at: string; readonly isThere: boolean; readonly isMissed: boolean }
    | undefined;
  /** Asks a second. */
  readonly rate?: number | undefined;
  readonly rateMax?: number | undefined;
  readonly events: readonly {
    readonly eventId: string;
    readonly name: string;
    readonly waiting: number;
    readonly called: number;
    readonly asked: number;
    readonly inVain: number;
    readonly free: number;
  }[];
}

/** A race as it stands at this moment. The parts that are optional are those that could not be looked at. */
export interface OpeningMessage {
  readonly at: string;
  /** After how many seconds a screen asks again: sooner while people come. Absent where the version before answers. */
  readonly lookAgain?: number | undefined;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly events: readonly SpotsMessage[];
  readonly totals: {
    readonly capacity: number;
    readonly registered: number;
    readonly held: number;
    readonly free: number;
    readonly waiting: number;
  };
  /** `delay`: from the submission to the row, in milliseconds. */
  readonly pace: {
    readonly seconds: number;
    readonly recorded: number;
    readonly refused: number;
    readonly delay?: { readonly median: number; readonly most: number } | undefined;
  };
  readonly line?: LineFiguresMessage | undefined;
  readonly slow: {
    readonly at: string;
    readonly outcomes: { readonly refused: number; readonly duplicate: number; readonly paymentFailed: number };
    readonly money: MoneyMessage & { readonly captured: number; readonly voided: number; readonly failed: number };
    readonly payments: BacklogMessage;
    readonly mails: BacklogMessage;
    readonly outbox: BacklogMessage;
  };
  readonly watch?:
    | {
        readonly at: string;
        readonly comparedAt?: string | undefined;
        readonly findings: readonly {
          readonly name: string;
          readonly severity: 'broken' | 'late';
          readonly count: number;
        }[];
      }
    | undefined;
  readonly queues?:
    | readonly {
        readonly name: string;
        readonly waiting: number;
        readonly inFlight: number;
        readonly deadLetters: number;
      }[]
    | undefined;
  /** What is kept warm: environments of functions, and the ACU of the database. */
  readonly readiness?:
    | {
        readonly at: string;
        readonly due: boolean;
        readonly parts: readonly {
          readonly name: string;
          readonly wanted: number;
          readonly there?: number | undefined;
          readonly isReady?: boolean | undefined;
        }[];
        readonly beyond: readonly string[];
      }
    | undefined;
}

/** What the screen of an opening draws, from the first sample that was kept. */
export interface CurveMessage {
  readonly points: readonly {
    readonly at: string;
    readonly registered: number;
    readonly held: number;
    readonly free: number;
    readonly recorded: number;
  }[];
}
