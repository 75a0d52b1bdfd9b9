import type { EntryChange } from './apply-rows';

/** What came about a bib that nobody has. It says nothing of a person. */
export type Report = Pick<EntryChange, 'status' | 'gunMs' | 'chipMs' | 'penaltyMs' | 'splits' | 'at'>;

export const reportOf = ({ status, gunMs, chipMs, penaltyMs, splits, at }: EntryChange): Report => ({
  status,
  gunMs,
  chipMs,
  penaltyMs,
  splits,
  at,
});

/** An earlier report and a later one, as one. */
export const together = <R extends Report>(earlier: Report, later: R): R => {
  const said = Object.fromEntries(Object.entries(later).filter(([, value]) => value !== undefined));
  const splits = { ...earlier.splits, ...later.splits };
  const at = Math.max(earlier.at ?? 0, later.at ?? 0);
  return { ...earlier, ...said, ...(Object.keys(splits).length > 0 && { splits }), ...(at > 0 && { at }) } as R;
};
