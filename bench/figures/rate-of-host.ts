/** A host that cannot bear the rate after so many halvings is measured at it all the same. */
const mostHalvings = 5;

/** Halves `most`, in requests a second, until the host bears it. */
export const rateOfHost = async (bears: (rate: number) => Promise<boolean>, most: number): Promise<number> => {
  let rate = most;
  for (let halvings = 0; halvings < mostHalvings && !(await bears(rate)); halvings++) rate = Math.ceil(rate / 2);
  return rate;
};
