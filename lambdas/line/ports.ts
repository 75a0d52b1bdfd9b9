import type { Waves } from './rules/waves';

/**
 * `lobby`: people come before the gun. `closing`: the list of the draw fills up. `drawing`: the list is fixed, and the beacon
 * is waited for. `calling`: turns are called. `open`: everybody may ask. A race without a line is as one that is open.
 */
export type LineState = 'lobby' | 'closing' | 'drawing' | 'calling' | 'open' | 'over';

/** `surge`: it began in the middle of a sale, without a draw. */
export type LineKind = 'opening' | 'surge';

/** The list of the draw as it was closed. */
export interface ClosedList {
  /** SHA-256, hex: of the digests of 256 shards. */
  readonly root: string;
  readonly count: number;
  /** Passes of the draw that were recorded after the list was closed. */
  readonly late: number;
}

/** The round of the public beacon that decides the draw. */
export interface Beacon {
  /** The hash of the chain. */
  readonly chain: string;
  readonly round: number;
  /** ISO 8601 */
  readonly at: string;
  /** Hex. Absent until the round. */
  readonly signature?: string | undefined;
  /** No relay answered: the draw went on without it. */
  readonly isMissed?: true | undefined;
}

/** Where the line of an event will have called to, some seconds from now: at the least, probably, at the most. */
export type CurvePoint = readonly [seconds: number, low: number, middle: number, high: number];

export interface CalledEvent {
  readonly eventId: string;
  /** Turns below it may ask for a spot. It never falls. */
  readonly calledTo: number;
  /** Spots that are free now. */
  readonly free: number;
  readonly curve: readonly CurvePoint[];
  /** Where it had called to so many seconds ago, the nearest first. */
  readonly past: readonly (readonly [seconds: number, calledTo: number])[];
}

/** A line as everybody reads it, from one document. All instants are ISO 8601, bytes are hex. */
export interface LineDocument {
  readonly raceId: string;
  readonly lineId: string;
  readonly kind: LineKind;
  readonly state: LineState;
  /** The database's clock. */
  readonly now: string;
  readonly gun: string;
  /** What happens at the gun: there is room for everybody, or turns are drawn. Known some seconds before. */
  readonly atGun?: 'open' | 'draw' | undefined;
  /** The list of the draw closes then at the earliest. */
  readonly enrolUntil: string;
  readonly passes: number;
  readonly commitment?: string | undefined;
  readonly list?: ClosedList | undefined;
  readonly beacon?: Beacon | undefined;
  readonly secret?: string | undefined;
  readonly seed?: string | undefined;
  readonly waves: Waves;
  readonly events: readonly CalledEvent[];
  readonly paused?: { readonly reason: string } | undefined;
  /** How often to ask: the time until the soonest call divided by `divide`, within these seconds. */
  readonly poll: { readonly divide: number; readonly min: number; readonly max: number };
}

/** A place in the line, as `enter-line` signs it. It opens nothing in another session. */
export interface Pass {
  readonly lineId: string;
  readonly passId: string;
  readonly sessionHash: string;
  /** 0: it is in the draw. */
  readonly wave: number;
  /** In [0, 1): of waves after the draw. In the draw the seed decides. */
  readonly key?: number | undefined;
  /** Milliseconds since the epoch. The instant itself is too late. */
  readonly expiresAt: number;
}

/** When a browser first came, as the edge or `enter-line` stamped it. */
export interface Arrival {
  readonly lineId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly nonce: string;
}

/** A pass that was issued, on its way to the list (queue `line-passes`). It may come twice. */
export interface PassRecord {
  readonly lineId: string;
  /** `passHash`, hex. */
  readonly hash: string;
  readonly wave: number;
}

/** Somebody was called and got a hold, on its way to the proof (queue `line-passes`). It may come twice. */
export interface TurnRecord {
  readonly lineId: string;
  readonly eventId: string;
  readonly turn: number;
  /** ISO 8601 */
  readonly at: string;
  /** `passHash`, hex. */
  readonly hash?: string | undefined;
}

/** Lines as they stand. */
export interface LineDocuments {
  /** The line of a race that is not over. */
  find(raceId: string): Promise<LineDocument | undefined>;
}
