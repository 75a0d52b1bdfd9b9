/**
 * Draws whole numbers from 0 to `count` - 1, the k-th with a probability proportional to 1 / k (Zipf's law with
 * exponent 1). Nearly everybody asks for the same few races. `random` is a number in [0, 1).
 */
export const zipf = (count: number): ((random: number) => number) => {
  const upTo = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 1);
    upTo[rank] = sum;
  }
  return (random) => {
    const wanted = random * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((upTo[middle] ?? 0) <= wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
};
