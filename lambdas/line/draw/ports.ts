import type { PassRecord, TurnRecord } from '../ports';
import type { DrawProof, ProofCalls } from './proof';

/** The round that decides a draw. */
export interface DueRound {
  readonly round: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** `due`: the list is fixed, and its round is waited for. `done`: there is nothing more to do. */
export type ClosedOutcome =
  | ({ readonly kind: 'due'; readonly listed: number } & DueRound)
  | { readonly kind: 'done' }
  | { readonly kind: 'unknown' };

/** `early`: the beacon cannot have said this yet. `other`: it is not the round of this list. */
export type DrawnOutcome = 'drawn' | 'done' | 'early' | 'other' | 'unknown';

/** Passes and turns of lines. */
export interface PassRegister {
  /**
   * Records passes, and turns that had a hold, each once. Returns how many passes came too late for the list of their draw. What comes
   * long after the end of a line is not recorded: its files never change.
   */
  record(passes: readonly PassRecord[], turns: readonly TurnRecord[]): Promise<number>;
}

/** `isFollowed`: its race has another line now. */
export interface OverLine {
  readonly raceId: string;
  readonly isFollowed: boolean;
}

/** The list of a draw, and its seed. */
export interface Draws {
  /** Fixes the list and its round, once. */
  close(lineId: string): Promise<ClosedOutcome>;
  /** Draws, once. `signature`: hex; null when the beacon was missed. */
  draw(lineId: string, round: number, signature: string | null): Promise<DrawnOutcome>;
  /** A line that is over, once nothing of it is recorded any more. */
  findOver(lineId: string): Promise<OverLine | undefined>;
  /** Nothing is left to do for a line that is over. */
  finish(lineId: string): Promise<void>;
}

/** What a draw leaves to be published. */
export interface DrawRecords {
  /** Undefined: nothing was drawn in this line. */
  proof(lineId: string): Promise<DrawProof | undefined>;
  /** The hashes of the list that begin with this byte: hex, one a line, in ascending order. */
  shard(lineId: string, firstByte: number): Promise<string>;
  late(lineId: string): Promise<string>;
  calls(lineId: string): Promise<ProofCalls>;
  /** Each hold of somebody who was called: its second, its event, its turn. */
  turns(lineId: string): Promise<string>;
}

/** The files of proofs. A file that is there is never replaced. */
export interface ProofFiles {
  write(path: string, content: string): Promise<void>;
}

export interface Errands {
  /** Asks for a round of the beacon, when it is published. */
  askBeacon(lineId: string, due: DueRound): Promise<void>;
  /** Lets the edge stamp who comes to a race. `gun`: ISO 8601. It may come again, with another gun. */
  arm(line: ArmedLine): Promise<void>;
  disarm(line: Omit<ArmedLine, 'gun'>): Promise<void>;
}

export interface ArmedLine {
  readonly lineId: string;
  readonly raceId: string;
  /** ISO 8601 */
  readonly gun: string;
}

/** The lines that the edge knows. */
export interface EdgeLines {
  put(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}
