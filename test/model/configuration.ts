import type { EventSale } from '../../lambdas/domain/event-sale';

/** The size of a world, and what may happen in it. */
export interface Configuration {
  readonly spots: number;
  /** Spots per block. The real rule, an eighth of the event, would always give one. */
  readonly blockSize: number;
  /**
   * Who submits, one after the other; the same letter is the same person under another registration id. `b+c` are a
   * group, and b pays.
   */
  readonly people: readonly string[];
  /** The largest number of public blocks. */
  readonly cuts: number;
  /** Who asks for a place on the list, once for each time they are named; `b+c`: b, for two. */
  readonly joins?: readonly string[];
  /** With it, a place is confirmed at any later moment, or never; without it, at once. */
  readonly areConfirmedLater?: boolean;
  /** Each may be dealt a second spot under the same id, and submit both. */
  readonly isDealtTwice?: boolean;
  /** How often somebody tries to pay for one offer. */
  readonly tries?: number;
  /** Everybody on the waiting list may leave it. */
  readonly canLeave?: boolean;
  /** Forgers bring other people's offers, too. */
  readonly hasThieves?: boolean;
  /** `at-once`: the processor carries out every order and reports it in the same step. */
  readonly money: 'at-once' | 'apart';
  /** Cents that the writer may find it cannot give, of what one runner alone was quoted: so much less is taken. */
  readonly shorts?: readonly number[];
  readonly doCapturesFail?: boolean;
  /** The bank of everybody who submits may ask them first. They answer while their block lasts, or never. */
  readonly doBanksAsk?: boolean;
  readonly hasSweeps?: boolean;
  readonly cancellations?: number;
  readonly transfers?: number;
  /** What the director does to the sale, one after the other. */
  readonly sales?: readonly EventSale[];
  /** The capacities that the event gets, one after the other. */
  readonly capacities?: readonly number[];
  /** The last numbers of a block, if nobody was dealt them, are given back. */
  readonly areLastGivenBack?: boolean;
  /** Locked rows are skipped: what comes back is not always offered at once. */
  readonly areRowsSkipped?: boolean;
}

/** The one who pays comes first. */
export const lettersOf = (who: string): readonly [string, ...string[]] => {
  const [first = '', ...others] = who.split('+');
  return [first, ...others];
};

/** Companions of somebody who waits for this number of spots. */
export const broughtBy = ({ people, joins = [] }: Configuration, person: string, size: number): readonly string[] => {
  const all = [...people, ...joins].map(lettersOf);
  return all.find(([first, ...others]) => first === person && others.length === size - 1)?.slice(1) ?? [];
};
