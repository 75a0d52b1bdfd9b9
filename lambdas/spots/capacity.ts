/** Spots with a live registration or in an open block cannot be taken away from anybody. */
export const mayLowerTo = (capacity: number, taken: number): boolean => capacity >= taken;

/** How many sellable rows go at once when there are more rows than the event may have; the rest go as they come back. */
export const surplus = (capacity: number, rows: number): number => Math.max(0, rows - capacity);
