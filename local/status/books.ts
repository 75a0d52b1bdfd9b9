/** The database's figures about one race. */
export interface RaceFigures {
  readonly raceId: string;
  readonly name: string;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly capacity: number;
  /** Rows of the spot table. */
  readonly spots: number;
  /** The race has more spots than its capacity, until spots in use come back. */
  readonly isOver: boolean;
  /** Spots that are not held and in no block. */
  readonly sellable: number;
  /** Spots in blocks without a registration: held, or about to be dealt. */
  readonly held: number;
  /** Registrations that have a spot. */
  readonly registered: number;
  readonly duplicates: number;
  readonly refused: number;
  readonly authorised: number;
  readonly captured: number;
  /** Cards that were charged. A group that registers at once is charged once. */
  readonly charges: number;
  /** The total charged, in the currency's smallest unit, before refunds. */
  readonly charged: number;
  readonly voided: number;
  readonly failed: number;
  readonly refunded: number;
  /** Charged, and to be refunded. */
  readonly toRefund: number;
  /** Charged and not refunded by the race's rules, though the spot was given back or deferred. */
  readonly kept: number;
  /** Registrations that took over another registration's spot. */
  readonly transferred: number;
  /**
   * `unpaid`: live registrations without a payment that can be captured. `unearned`: payments to be captured without a
   * live registration.
   */
  readonly unpaid: number;
  readonly unearned: number;
  /** Payments of a group of which only some members were registered. */
  readonly inPart: number;
  /** Confirmations that SES accepted. */
  readonly confirmations: number;
  /** Paid registrations whose confirmation SES has not accepted yet. */
  readonly unmailed: number;
  /** Mails of any kind that were rejected, or whose delivery is unknown. */
  readonly mailsGivenUp: number;
  /** In a race with a form. */
  readonly sold?: {
    /** Limited variants, and codes by their ids. `given`: units that a money line holds. */
    readonly variants: readonly { readonly variant: string; readonly stock: number; readonly given: number }[];
    /** Lines that were paid for and not given, and uses of codes beyond their limit. */
    readonly short: number;
    readonly over: number;
    /** In the currency's smallest unit. `collected`: how much of it counts on the page of somebody who collects. */
    readonly donated: number;
    readonly collected: number;
    /** Places in teams that somebody has. */
    readonly teamPlaces: number;
    /** Teams with more people than they have places. */
    readonly overfullTeams: number;
  };
}

export interface Books {
  /** `working`: nothing is wrong, but not everything has arrived yet. */
  readonly balance: 'yes' | 'working' | 'no';
  /** What is wrong, as sentences. */
  readonly wrong: readonly string[];
  /** What is still in progress, as sentences. */
  readonly underWay: readonly string[];
}

interface Check {
  readonly is: boolean;
  readonly words: string;
}

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

const wordsOf = (checks: readonly Check[]) => checks.filter(({ is }) => is).map(({ words }) => words);

/**
 * Checks that spots = registrations = captures = mails. A payment that failed late is not an error: its spot was given
 * back, and its runner was told. If its runner still has the spot, it counts as `unpaid`.
 */
export const balanceBooks = (race: RaceFigures): Books => {
  const { capacity, spots, sellable, held, registered, captured, authorised, confirmations, unpaid, unearned } = race;
  const { toRefund, kept, unmailed } = race;
  const earned = captured - toRefund - kept;
  const toConfirm = captured + race.refunded + race.transferred;
  const wrong = wordsOf([
    { is: registered > capacity && !race.isOver, words: `${registered} registered for ${capacity} spots: oversold` },
    {
      is: spots < capacity || (spots > capacity && !race.isOver),
      words: `${spots} spots in the ledger, capacity ${capacity}`,
    },
    {
      is: sellable + held + registered !== spots,
      words: `${sellable} sellable + ${held} held + ${registered} registered are not ${spots} spots`,
    },
    { is: unpaid > 0, words: `${unpaid} registered without a payment` },
    { is: unearned > 0, words: `${unearned} to be charged without a spot` },
    { is: earned > registered, words: `${earned} charged, ${registered} registered` },
    { is: race.inPart > 0, words: `${counted(race.inPart, 'group')} registered in part` },
    { is: confirmations > toConfirm, words: `${counted(confirmations, 'confirmation')} for ${toConfirm} registered` },
    ...(race.sold?.variants ?? []).map(({ variant, stock, given }) => ({
      is: given > stock,
      words: `${given} of ${variant} given, ${stock} in stock`,
    })),
    {
      is: (race.sold?.overfullTeams ?? 0) > 0,
      words: `${counted(race.sold?.overfullTeams ?? 0, 'team')} with more people than places`,
    },
    { is: race.mailsGivenUp > 0, words: `${counted(race.mailsGivenUp, 'mail')} given up` },
  ]);
  const underWay = wordsOf([
    { is: authorised > 0, words: `${counted(authorised, 'payment')} to settle` },
    { is: toRefund > 0, words: `${counted(toRefund, 'refund')} to make` },
    { is: unmailed > 0, words: `${counted(unmailed, 'confirmation')} to send` },
  ]);
  return { balance: wrong.length > 0 ? 'no' : underWay.length > 0 ? 'working' : 'yes', wrong, underWay };
};
