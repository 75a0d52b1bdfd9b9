import type { Evidence } from './world/evidence';
import type { World } from './world/world';

/** Who mends it at this moment. */
export type Package = 'owner' | 'waiting' | 'limits' | 'mail' | 'edge' | 'ledger';

export interface Attack {
  /** `1a`: the first attack of finding 1. */
  readonly id: string;
  readonly finding: string;
  /** What the attacker knows. */
  readonly knows: string;
  readonly tries: string;
  /** What must come of it. */
  readonly expects: string;
  /** Still succeeds; a test is red when it does not any more, so that this is taken away. */
  readonly open?: Package;
  /** Succeeds now and then only: that it was held once says nothing. */
  readonly byChance?: true;
  /** Only `npm run attacks` has them. `clock`: one that is moved for everybody, so that nothing else runs meanwhile; `database`: a lock that a crash might leave. */
  readonly needs?: 'minutes' | 'clock' | 'database';
  readonly attack: (world: World) => Promise<Evidence>;
}
