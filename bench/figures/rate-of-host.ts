/** So often a rate is halved at most. A host that cannot bear the last is measured at it all the same. */
const mostHalvings = 5;

/** The highest rate that the host bears, of `most` and what remains of it by halving. */
export const rateOfHost = async (bears: (rate: number) => Promise<boolean>, most: number): Promise<number> => {
  let rate = most;
  for (let halvings = 0; halvings < mostHalvings && !(await bears(rate)); halvings++) rate = Math.ceil(rate / 2);
  return rate;
};
