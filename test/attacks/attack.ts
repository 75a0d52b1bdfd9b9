import type { Evidence } from './world/evidence';
import type { World } from './world/world';

/** The part of the work that is to fix it. */
export type Package = 'owner' | 'waiting' | 'limits' | 'mail' | 'edge' | 'ledger';

export interface Attack {
  /** `1a`: the first attack of finding 1. */
  readonly id: string;
  readonly finding: string;
  /** What the attacker knows. */
  readonly knows: string;
  readonly tries: string;
  /** What must be true afterwards. */
  readonly expects: string;
  /** The attack still succeeds. The test turns red once it is fended off, so that this mark is removed. */
  readonly open?: Package;
  /** It succeeds only sometimes, so one run that held proves nothing. */
  readonly byChance?: true;
  /**
   * Only `npm run attacks` runs these. `clock`: moves the clock for everybody, so nothing else may run meanwhile;
   * `database`: holds a lock that a crash might leave.
   */
  readonly needs?: 'minutes' | 'clock' | 'database';
  readonly attack: (world: World) => Promise<Evidence>;
}
