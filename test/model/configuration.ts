/** How big a world is, and what may happen in it. */
export interface Configuration {
  readonly spots: number;
  /** How many spots a block gets: the rule's eighth would be one, always. */
  readonly blockSize: number;
  /**
   * Who submits, one after the other; the same letter is the same person under another registration id. `b+c` come
   * together, and b pays.
   */
  readonly people: readonly string[];
  /** How many blocks may be cut for the public. */
  readonly cuts: number;
  /** Who asks for a place on the list, once for each time he is named; `b+c`: b, for two. */
  readonly joins?: readonly string[];
  /** Who joined confirms his place at any later moment, or never; else at once. */
  readonly areConfirmedLater?: boolean;
  /** Each may be dealt a second spot under the same id, and submit both. */
  readonly isDealtTwice?: boolean;
  /** How often somebody tries to pay for one offer. */
  readonly tries?: number;
  /** Whoever waits may think better of it. */
  readonly canLeave?: boolean;
  /** Forgers bring other people's offers, too. */
  readonly hasThieves?: boolean;
  /** `at-once`: the processor does what is ordered, and says so, in the same step. */
  readonly money: 'at-once' | 'apart';
  readonly doCapturesFail?: boolean;
  readonly hasSweeps?: boolean;
  readonly cancellations?: number;
  readonly transfers?: number;
  /** Capacities that the event gets, one after the other. */
  readonly capacities?: readonly number[];
  /** The last numbers of a block, if nobody was dealt them, are given back. */
  readonly areLastGivenBack?: boolean;
  /** Rows that somebody has locked are skipped: what comes back is not always offered at once. */
  readonly areRowsSkipped?: boolean;
}

/** Who pays comes first. */
export const lettersOf = (who: string): readonly [string, ...string[]] => {
  const [first = '', ...others] = who.split('+');
  return [first, ...others];
};

/** Whom somebody brings who waits for so many. */
export const broughtBy = ({ people, joins = [] }: Configuration, person: string, size: number): readonly string[] => {
  const all = [...people, ...joins].map(lettersOf);
  return all.find(([first, ...others]) => first === person && others.length === size - 1)?.slice(1) ?? [];
};
