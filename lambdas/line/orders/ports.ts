import type { LineMode } from '../../races/race';
import type { LineKind, LineState } from '../ports';

/** What a director wishes of a line. */
export type LineWish =
  | {
      readonly kind: 'set';
      readonly mode?: LineMode | undefined;
      /** The share of the calls that are let through: 0.1 to 1. */
      readonly pace?: number | undefined;
      /** True: nobody is called. */
      readonly isHeld?: boolean | undefined;
      readonly reason?: string | undefined;
    }
  /** The list of the draw closes so many minutes after the gun. 0: as early as usual. */
  | { readonly kind: 'postpone'; readonly minutes: number }
  /** Everybody may ask at once. */
  | { readonly kind: 'open' };

/** What a director may change of a race's line. Instants in milliseconds since the epoch. */
export interface Standing {
  readonly mode: LineMode;
  /** Undefined: the race has no line now. */
  readonly line: StandingLine | undefined;
  /** It had a line, which is over. */
  readonly wasThere: boolean;
  /** It sells events that people may wait for, so a line can begin now. */
  readonly isSelling: boolean;
}

export interface StandingLine {
  readonly kind: LineKind;
  readonly state: Exclude<LineState, 'over'>;
  readonly gun: number;
  readonly atGun: 'open' | 'draw' | undefined;
  readonly enrolUntil: number;
  readonly isListClosed: boolean;
  readonly pace: number;
  /** Why nobody is called. */
  readonly held: string | undefined;
}

/** A line as directors see it. */
export interface LineFigures {
  readonly lineId: string;
  readonly kind: LineKind;
  readonly state: LineState;
  /** ISO 8601 */
  readonly gun: string;
  readonly atGun?: 'open' | 'draw' | undefined;
  readonly enrolUntil: string;
  readonly pace: number;
  readonly held?: string | undefined;
  /** Passes: of the draw, of people who came later, and of the draw but recorded after its list was closed. */
  readonly passes: { readonly draw: number; readonly later: number; readonly late: number };
  /** How many passes the list of the draw has. Absent until it is closed. */
  readonly listed?: number | undefined;
  readonly beacon?:
    | { readonly round: number; readonly at: string; readonly isThere: boolean; readonly isMissed: boolean }
    | undefined;
  /** Asks a second: as many as are let through now, and as many as everything bears. Absent while no tick has said so. */
  readonly rate?: number | undefined;
  readonly rateMax?: number | undefined;
  readonly events: readonly EventFigures[];
}

export interface EventFigures {
  readonly eventId: string;
  readonly name: string;
  /** Passes whose turn has not come. */
  readonly waiting: number;
  readonly called: number;
  /** Passes that asked after they were called, and how many of them found no spot. */
  readonly asked: number;
  readonly inVain: number;
  readonly free: number;
}

export interface Steered {
  readonly kind: 'steered';
  readonly before: Standing;
  readonly after: Standing;
  readonly isChanged: boolean;
  /** Before it was changed. */
  readonly figures: LineFigures | undefined;
  /** Asks a second that everything bears. Undefined while no line was stepped forward. */
  readonly rateMax: number | undefined;
  readonly timeZone: string;
}

/**
 * `no-line`: the race has none now. `line-over`: it is over, or open for everybody. `list-closed`: there is nothing to postpone.
 * `no-draw`: everybody goes straight in.
 */
export type NotSteered = {
  readonly kind: 'no-such-race' | 'race-cancelled' | 'no-line' | 'line-over' | 'list-closed' | 'no-draw';
};

/** What directors order about lines. */
export interface LineOrders {
  /** A dry run says what would be. The same wish again changes nothing. */
  carryOut(raceId: string, wish: LineWish, isDryRun: boolean): Promise<Steered | NotSteered>;
}

export interface LineDesk {
  /** The line of a race that is not over. */
  figures(raceId: string): Promise<LineFigures | undefined>;
}
