import type { World } from '../world';

/** The one that is shown. */
let shown: World | undefined;

export const putWorld = (world: World | undefined): void => {
  shown = world;
};

/** Throws when nothing is previewed. */
export const theWorld = (): World => {
  if (!shown) throw new Error('nothing is previewed');
  return shown;
};
