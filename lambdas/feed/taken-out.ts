/** What changed under numbers that somebody has read already: the texts of these are gone. */
export interface TakenOut {
  /** `numbers` is complete for those who have read in this epoch or in a later one. */
  readonly since: number;
  readonly numbers: readonly number[];
}

/** As it is kept with a feed. `epoch`: the one that it was written for. */
export interface KeptTakenOut extends TakenOut {
  readonly epoch: number;
}

/** So many numbers does a head name. */
export const mostTakenOut = 200;

/**
 * Undefined: it was written for another epoch, so nobody can say what changed. The database was set back, or a release has raised the
 * epoch that keeps nothing of this.
 */
export const takenOutAt = (epoch: number, kept: KeptTakenOut | null): TakenOut | undefined =>
  kept?.epoch === epoch ? { since: kept.since, numbers: kept.numbers } : undefined;

/** After the texts of `numbers` were taken out, which ends `epoch`. When too many are named, the list begins again. */
export const withTakenOut = (
  epoch: number,
  kept: KeptTakenOut | null,
  numbers: readonly number[],
  most = mostTakenOut,
): KeptTakenOut => {
  const { since, numbers: before } = takenOutAt(epoch, kept) ?? { since: epoch, numbers: [] };
  const next = epoch + 1;
  if (before.length + numbers.length <= most) return { epoch: next, since, numbers: [...before, ...numbers] };
  return numbers.length <= most ? { epoch: next, since: epoch, numbers } : { epoch: next, since: next, numbers: [] };
};
