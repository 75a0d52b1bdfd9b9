/**
 * Numbers in [0, 1), the same for the same seed and stream. The n-th runner draws from the n-th stream, so they do the
 * same in whichever process they run. SplitMix in its 32-bit form ([Steele, Lea, Flood: Fast Splittable Pseudorandom
 * Number Generators, 2014](https://doi.org/10.1145/2660193.2660195)).
 */
export const randomOf = (seed: number, stream = 0): (() => number) => {
  let state = (mix(seed) + Math.imul(mix(stream + 1), 0x9e3779b9)) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    return mix(state) / 2 ** 32;
  };
};

const mix = (number: number): number => {
  let z = number >>> 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
};
