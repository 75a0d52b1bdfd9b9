/** What the runner will be charged, computed by the server and signed with the hold. */
export interface Quote {
  readonly currency: string;
  readonly lines: readonly QuoteLine[];
  /** The sum of the lines, in the currency's smallest unit. */
  readonly total: number;
}

export interface QuoteLine {
  readonly label: string;
  readonly amount: number;
}

/** The quote with these lines. */
export const quoteOf = (currency: string, lines: readonly QuoteLine[]): Quote => ({
  currency,
  lines,
  total: lines.reduce((sum, line) => sum + line.amount, 0),
});

/** The quote for a group: each pays the same. */
export const quoteFor = (people: number, { currency, lines }: Quote): Quote =>
  quoteOf(
    currency,
    people === 1
      ? lines
      : lines.map(({ label, amount }) => ({ label: `${people} × ${label}`, amount: people * amount })),
  );

/** What each person of a hold pays for the spot, with the name of that price. */
export const basePriceOf = (hold: Hold): { readonly label: string; readonly amount: number } => {
  const people = seatsOf(hold).length;
  const { lines, total } = hold.quote;
  const label = lines.map((line) => line.label).join(', ');
  return { label: people === 1 ? label : label.replace(`${people} × `, ''), amount: total / people };
};

/** What people do in an event besides running: they donate, or come along. */
export type ShortKind = 'gift' | 'ticket';

/** A registration and the spot that is kept for it. */
export interface Seat {
  readonly registrationId: string;
  readonly spot: number;
}

/** How many people may register as one group. */
export const maxGroupSize = 8;

/** One particular spot, promised to one registration until an instant. Signed by us, carried by the browser. */
export interface Hold extends Seat {
  readonly raceId: string;
  readonly eventId: string;
  readonly block: string;
  /**
   * The rest of the group, paid for by this registration's single payment: all of them or none. Their spots are in the
   * same block.
   */
  readonly companions?: readonly Seat[] | undefined;
  /** SHA-256 (base64url) of the session secret in the runner's cookie: a stolen hold is of no use elsewhere. */
  readonly sessionHash: string;
  readonly quote: Quote;
  /** Empty where nobody runs. */
  readonly waiverHash: string;
  /** Absent in an event that is run. */
  readonly kind?: ShortKind | undefined;
  /** The revision of the race's form. With it, the registration needs a quote. Absent in a plain race. */
  readonly form?: number | undefined;
  /** SHA-256 (base64url) of the person the spot is kept for, when it is an offer of the waiting list. */
  readonly owner?: string | undefined;
  /** The code that opened the event, when it is a hidden one. */
  readonly access?: string | undefined;
  /** What the hold counts for until it is paid. */
  readonly counted?: Counted | undefined;
  /** How many cards may be declined; five when absent. */
  readonly cardTries?: number | undefined;
  /** Milliseconds since the epoch. The instant itself is too late. */
  readonly expiresAt: number;
}

/** All seats of the hold, the one that pays first. */
export const seatsOf = (hold: Hold): readonly Seat[] => [hold, ...(hold.companions ?? [])];

/**
 * Gives each registration its spot, in order. Throws when there are fewer spots than registrations, so that no member
 * of a group goes without.
 */
export const seat = (
  [first, ...others]: readonly [string, ...string[]],
  [spot, ...spots]: readonly number[],
): readonly [Seat, ...Seat[]] => [seatOf(first, spot), ...others.map((id, n) => seatOf(id, spots[n]))];

const seatOf = (registrationId: string, spot: number | undefined): Seat => {
  if (spot === undefined) throw new Error(`there is no spot for ${registrationId}: a hold is for all or for nobody`);
  return { registrationId, spot };
};

export const isExpired = (hold: Pick<Hold, 'expiresAt'>, now: Date): boolean => now.getTime() >= hold.expiresAt;

/**
 * From which address a hold was made, when, and how long it counts. It is part of the hold, so that the function that
 * records the payment knows it.
 */
export interface Counted {
  /** As made by `viewerAddress`. */
  readonly address: string;
  /** Seconds since the epoch. */
  readonly at: number;
  /** How long a spot of this race can be off sale, in seconds. */
  readonly seconds: number;
}

/** More tries are given one by one, up to this many: after that a runner has to talk to their bank. */
export const maxTriesPerHold = 5;

export type RememberHold = (session: { hash: string; isNew: boolean }, hold: Hold, token: string) => Promise<void>;
