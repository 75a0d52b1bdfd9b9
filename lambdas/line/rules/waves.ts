/** The wave of everybody who is in the draw. */
export const drawWave = 0;
/** The wave of people who came in time and are not in the draw: they enrolled late, or many came from their address. */
export const afterDrawWave = 1;
const firstLateWave = 2;
/** Who comes from an address that has used its budget up stands with those who come so many seconds later. */
export const secondsPerBudget = 60;

/** How many passes waves have, in ascending order. `width`: so many waves that follow each other are counted together. */
export type Waves = readonly (readonly [wave: number, passes: number, width: number])[];

/**
 * The wave of a pass that is issued now. All instants in milliseconds since the epoch. `usedUp`: how many times its address has used its
 * budget up. An address has a budget in the draw, another one behind it, and another one for each minute after the gun.
 */
export const waveOf = (
  { gun, isListOpen, kind }: { gun: number; isListOpen: boolean; kind: 'opening' | 'surge' },
  arrivedAt: number,
  usedUp: number,
): number => {
  const isLate = kind === 'surge' || arrivedAt >= gun;
  const own = isLate ? waveAt(gun, arrivedAt) : isListOpen ? drawWave : afterDrawWave;
  const first = usedUp < 2 ? usedUp * afterDrawWave : firstLateWave + (usedUp - 1) * secondsPerBudget;
  return Math.max(own, first);
};

/** The wave of somebody who comes at this instant, after the gun. */
export const waveAt = (gun: number, at: number): number => firstLateWave + Math.max(0, Math.floor((at - gun) / 1000));

/** How many passes have a turn below this one, if the keys of each wave are spread evenly. */
export const passesBelow = (waves: Waves, turn: number): number =>
  waves.reduce((sum, [wave, passes, width]) => sum + passes * clamp((turn - wave) / width), 0);

const clamp = (share: number) => Math.min(1, Math.max(0, share));

/**
 * The turn below which there are so many passes: the inverse of `passesBelow`. Where all of them have been called, it is the
 * turn after the last wave. `until`: later waves have not come yet. They are of addresses that used their budget up.
 */
export const turnAt = (waves: Waves, passes: number, until = Number.POSITIVE_INFINITY): number => {
  let [left, end] = [passes, 0];
  for (const [wave, here, width] of waves) {
    if (wave > until) break;
    if (left < here) return wave + (width * left) / here;
    left -= here;
    end = wave + width;
  }
  return end;
};
