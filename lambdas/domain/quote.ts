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
