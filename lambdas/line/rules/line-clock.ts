/** A clock that is further ahead is wrong. Documents of the line are a second old. */
const trustedMs = 3_000;

/**
 * The time of the line, in milliseconds since the epoch. It is the time of this machine, unless that is wrong: then it follows the
 * clock of the database, which every document of a line brings. While the database is away the document is an old one, so the newest
 * one says whether this machine is ahead.
 */
export const lineClock = (now: () => Date): ((line: { readonly now: string } | undefined) => number) => {
  let ahead = Number.POSITIVE_INFINITY;
  return (line) => {
    const here = now().getTime();
    if (!line) return here;
    const there = Date.parse(line.now);
    ahead = Math.min(ahead, here - there);
    return ahead > trustedMs ? here - ahead : Math.max(here, there);
  };
};
