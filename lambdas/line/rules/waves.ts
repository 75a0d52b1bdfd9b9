/** The wave of everybody who is in the draw. */
export const drawWave = 0;
/** The wave of people who came in time and are not in the draw: they enrolled late, or many came from their address. */
export const afterDrawWave = 1;
const firstLateWave = 2;

/** How many passes waves have, in ascending order. `width`: so many waves that follow each other are counted together. */
export type Waves = readonly (readonly [wave: number, passes: number, width: number])[];

/** The wave of a pass that is issued now. All instants in milliseconds since the epoch. */
export const waveOf = (
  { gun, isListOpen, kind }: { gun: number; isListOpen: boolean; kind: 'opening' | 'surge' },
  arrivedAt: number,
  isOverBudget: boolean,
): number => {
  if (kind === 'surge' || arrivedAt >= gun) return firstLateWave + Math.max(0, Math.floor((arrivedAt - gun) / 1000));
  return isListOpen && !isOverBudget ? drawWave : afterDrawWave;
};

/** How many passes have a turn below this one, if the keys of each wave are spread evenly. */
export const passesBelow = (waves: Waves, turn: number): number =>
  waves.reduce((sum, [wave, passes, width]) => sum + passes * clamp((turn - wave) / width), 0);

const clamp = (share: number) => Math.min(1, Math.max(0, share));

/**
 * The turn below which there are so many passes: the inverse of `passesBelow`. Where all of them have been called, it is the
 * turn after the last wave.
 */
export const turnAt = (waves: Waves, passes: number): number => {
  let left = passes;
  for (const [wave, here, width] of waves) {
    if (left < here) return wave + (width * left) / here;
    left -= here;
  }
  const last = waves.at(-1);
  return last ? last[0] + last[2] : 0;
};
