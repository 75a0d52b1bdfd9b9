import type { LineDesk, LineFigures, LineOrders } from '../line/orders/ports';

/** What the commands about lines run. */
export interface LineNeeds {
  readonly lineOrders: LineOrders;
  readonly lineDesk: LineDesk;
}

/** The answers to commands about lines. */
export type LineAnswer =
  /** `says`: who is let in, in sentences. `figures`: as they were before. In a dry run, what would be. */
  | {
      readonly steeredLine: {
        readonly raceId: string;
        readonly mode: string;
        readonly state?: string;
        readonly pace?: number;
        readonly paused?: string;
        readonly enrolUntil?: string;
        readonly isChanged: boolean;
        readonly says: readonly string[];
        readonly figures: LineFigures | null;
        readonly dryRun: boolean;
      };
    }
  /** Null: the race has no line now. */
  | { readonly line: LineFigures | null };
