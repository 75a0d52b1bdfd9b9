/** A clock that is further ahead is wrong. Documents of the line are a second old, or two. */
export const trustedMs = 3_000;
/** A document that is older than the freshest one by so much says nothing about this machine. */
const freshMs = 1_000;

/**
 * The time of the line, in milliseconds since the epoch. It is the time of this machine, unless that is wrong: then it follows the
 * clock of the database, which every document of a line brings. A clock may jump, so each fresh document is compared with it. While the
 * database is away no document is fresh, and what the last one said of this machine stays. `elapsed`: milliseconds on a clock that
 * nobody sets, which may stand still while the process is frozen.
 */
export const lineClock = (
  now: () => Date,
  elapsed: () => number,
): ((line: { readonly now: string } | undefined) => number) => {
  let newest = Number.NEGATIVE_INFINITY;
  let freshest = Number.POSITIVE_INFINITY;
  let ahead = Number.POSITIVE_INFINITY;
  return (line) => {
    const here = now().getTime();
    if (!line) return here;
    const there = Date.parse(line.now);
    if (there > newest) {
      newest = there;
      const age = elapsed() - there;
      freshest = Math.min(freshest, age);
      ahead = age - freshest <= freshMs ? here - there : Math.min(ahead, here - there);
    }
    return ahead > trustedMs ? here - ahead : Math.max(here, there);
  };
};
