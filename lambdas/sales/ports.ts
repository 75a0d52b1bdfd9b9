import type { EventSale, SalePhase } from '../domain/event-sale';
import type { LineFigures } from '../line/orders/ports';

/** Where the spots of an event are. Each of them is in one of `free`, `held`, `comingBack`, `offered` and `registered`. */
export interface SpotsOfEvent {
  readonly eventId: string;
  readonly kind: 'run' | 'gift' | 'ticket';
  readonly sale: EventSale;
  readonly phase: SalePhase;
  readonly capacity: number;
  /** Nobody has been dealt them. */
  readonly free: number;
  readonly held: number;
  /**
   * Nobody is dealt them any more, and they can be sold again when their block ends: dealing from it ended, or the cache lost how far
   * it was dealt. In the second case, runners may hold some of them.
   */
  readonly comingBack: number;
  /** Kept for people on the waiting list. */
  readonly offered: number;
  readonly registered: number;
  /** Confirmed places on the waiting list, by the size of the group. */
  readonly waiting: readonly { readonly size: number; readonly places: number }[];
}

/** In the currency's smallest unit. */
export interface MoneyOfRace {
  /** On cards, and not taken yet. */
  readonly reserved: number;
  readonly gross: number;
  readonly refunded: number;
}

/** What became of the mails of a race, as far as SES told. */
export interface MailsOfRace {
  /** Accepted by SES, and nothing told since. */
  readonly sent: number;
  readonly delivered: number;
  /** Bounced, refused, or left out because the address bounced before. */
  readonly unreached: number;
  readonly complaints: number;
}

/** How much time one point of a line stands for. */
export type Grain = 'minute' | 'hour' | 'day';

/** Which part of a sale a line shows: all of it, its first two hours, or the last 24 hours. */
export const saleRanges = ['all', 'opening', 'day'] as const;
export type SaleRange = (typeof saleRanges)[number];

/** Registrations by the time at which they were recorded. */
export interface SeriesOfRace {
  readonly grain: Grain;
  readonly from: string;
  readonly to: string;
  /** Those from before `from` that stand, by event. */
  readonly before: Readonly<Record<string, number>>;
  /** Only times at which something came. `stands`: those that stand, by event. `gone`: those that stand no more. */
  readonly points: readonly {
    readonly at: string;
    readonly stands: Readonly<Record<string, number>>;
    readonly gone: number;
  }[];
}

/** How people who are registered got their spots: while they were on sale, by an offer to the waiting list, or from somebody. */
export interface SourcesOfRace {
  readonly sale: number;
  readonly list: number;
  readonly passedOn: number;
}

export interface Sales {
  readonly at: string;
  readonly events: readonly (SpotsOfEvent & { readonly cancelled: number })[];
  readonly sources: SourcesOfRace;
  readonly money: MoneyOfRace;
  readonly mails: MailsOfRace;
  /** Registrations of the last hour that stand. */
  readonly lastHour: number;
  readonly series: SeriesOfRace;
}

/** What a race has sold. Undefined: there is no such race. */
export interface SalesFigures {
  read(raceId: string, range: SaleRange): Promise<Sales | undefined>;
}

/** How fast registrations are recorded at this moment. */
export interface Pace {
  /** The time that is looked at, back from now. */
  readonly seconds: number;
  readonly recorded: number;
  /** Of them, those who got no spot. */
  readonly refused: number;
  /** From the submission to the row, in milliseconds. Absent when nothing was recorded. */
  readonly delay?: { readonly median: number; readonly most: number };
}

/** Something that waits to be done, and for how long the oldest of it has waited, in seconds. */
export interface Backlog {
  readonly waiting: number;
  readonly oldest?: number;
}

/** What takes longer to count, so it is counted less often. */
export interface SlowFigures {
  readonly at: string;
  /** Who got no spot, since the beginning. */
  readonly outcomes: { readonly refused: number; readonly duplicate: number; readonly paymentFailed: number };
  readonly money: MoneyOfRace & { readonly captured: number; readonly voided: number; readonly failed: number };
  /** Cards that are authorised, and neither charged nor let go yet. */
  readonly payments: Backlog;
  /** Runners who are in, and whose confirmation has not left. */
  readonly mails: Backlog;
  /** Messages of all races that have not left the database. */
  readonly outbox: Backlog;
}

/** What the watch found in its last passes, in all races. */
export interface Verdict {
  readonly at: string;
  /** When it last compared whole races. */
  readonly comparedAt?: string;
  /** Only what was found. */
  readonly findings: readonly {
    readonly name: string;
    readonly severity: 'broken' | 'late';
    readonly count: number;
  }[];
}

/** How many messages are in a queue, about. */
export interface QueueLength {
  readonly name: string;
  readonly waiting: number;
  readonly inFlight: number;
  /** Failed every delivery. */
  readonly deadLetters: number;
}

/** What is kept warm, as it was set last. */
export interface Readiness {
  readonly at: string;
  /** An opening is so near that all of it must be ready. */
  readonly due: boolean;
  /** Environments of functions, and the ACU of the database. Without `there` nobody knows, or nothing can be kept warm here. */
  readonly parts: readonly {
    readonly name: string;
    readonly wanted: number;
    readonly there?: number | undefined;
    readonly isReady?: boolean | undefined;
  }[];
  /** What needs more than may be set. */
  readonly beyond: readonly string[];
}

/** What is not in the database. Each part is absent while its source does not answer. */
export interface OutsideFigures {
  queues(): Promise<readonly QueueLength[] | undefined>;
  readiness(): Promise<Readiness | undefined>;
}

/** A race as it stands at this moment, by the clock that opens it. */
export interface OpeningSample {
  readonly at: string;
  /** After how many seconds a screen looks again. */
  readonly lookAgain: number;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly events: readonly SpotsOfEvent[];
  /** Of the events in which people run. */
  readonly totals: {
    readonly capacity: number;
    readonly registered: number;
    /** And those that are offered or coming back. */
    readonly held: number;
    readonly free: number;
    readonly waiting: number;
  };
  readonly pace: Pace;
  /** Absent: the race has no line now, or it could not be looked at. */
  readonly line?: LineFigures;
  readonly slow: SlowFigures;
  /** Absent until the watch has run. */
  readonly watch?: Verdict;
  readonly queues?: readonly QueueLength[];
  readonly readiness?: Readiness;
}

/** A point of the line that an opening draws. */
export interface CurvePoint {
  readonly at: string;
  readonly registered: number;
  readonly held: number;
  readonly free: number;
  /** How many were recorded in ten seconds. */
  readonly recorded: number;
}

/** Undefined: there is no such race. */
export interface OpeningFigures {
  now(
    raceId: string,
  ): Promise<Omit<OpeningSample, 'lookAgain' | 'slow' | 'totals' | 'line' | 'queues' | 'readiness'> | undefined>;
  slow(raceId: string): Promise<SlowFigures>;
}

/** Samples of those times at which somebody watched. */
export interface OpeningSamples {
  /** Keeps one sample for each two seconds. */
  keep(raceId: string, sample: OpeningSample): Promise<void>;
  curve(raceId: string): Promise<readonly CurvePoint[]>;
}

/** What people who watch an opening see. */
export interface Openings {
  sample(raceId: string): Promise<OpeningSample | undefined>;
  /** As a person knows it who has watched from the beginning. */
  curve(raceId: string): Promise<readonly CurvePoint[]>;
}
