/** The files of the proof of a draw, as anybody reads them. Bytes are hexadecimal digits in lower case, instants ISO 8601. */
export interface DrawProof {
  readonly version: 1;
  readonly raceId: string;
  readonly lineId: string;
  /** When the sale opened. Who came before is in the draw. */
  readonly gun: string;
  /** When the list was fixed. */
  readonly closedAt: string;
  /** SHA-256 of the secret, shown from an hour before the gun. */
  readonly commitment: string;
  readonly secret: string;
  /** How many passes are in the list. */
  readonly listed: number;
  /** SHA-256 of the passes of each shard: those that begin with 00, 01 … ff. */
  readonly digests: readonly string[];
  /** SHA-256 of the digests. */
  readonly root: string;
  readonly beacon: {
    /** The hash that names the chain. */
    readonly chain: string;
    readonly round: number;
    readonly at: string;
    /** Null: no relay answered, and the draw went on without it. */
    readonly signature: string | null;
  };
  readonly seed: string;
}

/** When an event was called to which turn: at, event id, turn. */
export type ProofCalls = readonly (readonly [at: string, eventId: string, calledTo: number])[];

/** There is one file for each first byte of a hash. Each line is a hash, in ascending order. */
export const shardCount = 256;
export const drawPath = 'draw.json';
export const shardPath = (firstByte: number): string => `passes/${firstByte.toString(16).padStart(2, '0')}.txt`;
/** These appear when the line is over. */
export const latePath = 'late.txt';
export const callsPath = 'calls.json';
/** Each line is a hold: its second, its event and its turn, with a space between them. No names. */
export const turnsPath = 'turns.txt';

/** Below the address of the site, and in the bucket. */
export const proofFolder = (lineId: string): string => `proof/${lineId}`;

/** The hashes of a file, in its order. */
export const hashesOf = (file: string): readonly string[] => file.split('\n').filter((line) => line !== '');
