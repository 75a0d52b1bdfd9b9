import { type Counted, maxGroupSize } from '../../domain/hold';
import type { TooManyLimited } from '../../domain/limited';
import { addressesPerNetwork } from '../../domain/network';
import { amountsOfUnits, type Tally } from '../../spots/limits/limits';

/** A person takes ten pieces at most, uses two codes, and has a place in a team. */
const mostUnitsPerPerson = 13;
const largestEntry = maxGroupSize * mostUnitsPerPerson;
/**
 * Units that a session has claimed and not paid for: those of two entries, so that whoever changes their mind has both for a moment.
 */
const maxUnitsPerSession = 2 * largestEntry;
/** How long units of a spot that was offered count. */
const limitSeconds = 900;
/** The window that began before counts, too: after so many seconds nothing is left of what counts at this moment. */
const forgottenAfter = (now: number, { seconds }: Counted): number => 2 * seconds - (now % seconds);

interface Request {
  readonly raceId: string;
  readonly sessionHash: string;
  readonly address: string;
  /** Absent of a spot that was offered. */
  readonly counted?: Counted | undefined;
  /** How many units the address may have claimed and not paid for. */
  readonly perAddress: number;
}

interface Needs {
  readonly tally: Tally;
  readonly now: () => Date;
}

/** Counts what a request claims against its limits. */
export const countClaims = ({ tally, now }: Needs, request: Request) => {
  const { perAddress, address } = request;
  const at = Math.floor(now().getTime() / 1000);
  const window = request.counted ?? { address, at, seconds: limitSeconds };
  const amountsOf = (much: number) => amountsOfUnits(request, window, much);
  let counted = 0;

  /** Only so many of those that were counted are claimed. */
  const settle = async (claims: number): Promise<void> => {
    const unclaimed = counted - claims;
    counted = claims;
    if (unclaimed > 0) await tally.takeBack(amountsOf(unclaimed));
  };

  /** So many are to be claimed. When they are too many, nothing is counted. */
  const refuse = async (more: number): Promise<TooManyLimited | undefined> => {
    if (more === 0) return undefined;
    counted = more;
    const [ofSession = 0, ofAddress = 0, ofNetwork = 0] = await tally.add(amountsOf(more));
    const aboveOfSession = ofSession - maxUnitsPerSession;
    const above = Math.max(aboveOfSession, ofAddress - perAddress, ofNetwork - addressesPerNetwork * perAddress);
    if (above <= 0) return undefined;
    await settle(0);
    return {
      kind: 'too-many',
      of: aboveOfSession > 0 ? 'session' : 'network',
      left: Math.max(0, more - above),
      retryAfter: forgottenAfter(at, window),
    };
  };

  /** So many claims are on sale again. */
  const release = (claims: number) => tally.takeBack(amountsOf(claims));

  return { refuse, settle, release };
};

export type ClaimCount = ReturnType<typeof countClaims>;
