/** What the database says about one race, as sums. */
export interface RaceFigures {
  readonly raceId: string;
  readonly name: string;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly capacity: number;
  /** Rows of the spot table. */
  readonly spots: number;
  /** There are more spots than that, until those that are held come back. */
  readonly isOver: boolean;
  /** Spots nobody holds and no block contains. */
  readonly sellable: number;
  /** Spots in blocks that have no registration: held, or about to be dealt. */
  readonly held: number;
  /** Registrations that hold a spot. */
  readonly registered: number;
  readonly duplicates: number;
  readonly refused: number;
  readonly authorised: number;
  readonly captured: number;
  /** Cards that were charged: once for all who registered together. */
  readonly charges: number;
  /** What was charged with them, in the currency's smallest unit, before anything went back. */
  readonly charged: number;
  readonly voided: number;
  readonly failed: number;
  readonly refunded: number;
  /** Charged, and to be given back. */
  readonly toRefund: number;
  /** Charged and kept, as the race says, though the spot was given back. */
  readonly kept: number;
  /** Registrations that took over another's spot. */
  readonly transferred: number;
  /** Live registrations without a payment that can be captured; payments to be captured without a live registration. */
  readonly unpaid: number;
  readonly unearned: number;
  /** Payments for several of whom only some were let in. */
  readonly inPart: number;
  /** Confirmations SES took. */
  readonly confirmations: number;
  /** Paid, and SES took no confirmation yet. */
  readonly unmailed: number;
  /** Mails of any kind that were given up or whose fate is unknown. */
  readonly mailTrouble: number;
}

export interface Books {
  /** `working`: nothing is wrong, and not everything has arrived yet. */
  readonly balance: 'yes' | 'working' | 'no';
  /** What is wrong, in words. */
  readonly wrong: readonly string[];
  /** What is still under way, in words. */
  readonly underWay: readonly string[];
}

interface Check {
  readonly is: boolean;
  readonly words: string;
}

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

const wordsOf = (checks: readonly Check[]) => checks.filter(({ is }) => is).map(({ words }) => words);

/**
 * Spots = registrations = captures = mails? A payment that failed late is no fault: its spot has gone back and its runner
 * has been told. One whose runner still has the spot is `unpaid`.
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
    { is: race.mailTrouble > 0, words: `${counted(race.mailTrouble, 'mail')} given up` },
  ]);
  const underWay = wordsOf([
    { is: authorised > 0, words: `${counted(authorised, 'payment')} to settle` },
    { is: toRefund > 0, words: `${counted(toRefund, 'refund')} to make` },
    { is: unmailed > 0, words: `${counted(unmailed, 'confirmation')} to send` },
  ]);
  return { balance: wrong.length > 0 ? 'no' : underWay.length > 0 ? 'working' : 'yes', wrong, underWay };
};
