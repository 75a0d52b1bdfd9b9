/** Spots with a live registration cannot be taken away; spots in an open block are waited for. */
export const mayLowerTo = (capacity: number, taken: number): boolean => capacity >= taken;

/**
 * How many sellable rows are deleted at once when the event has more rows than its capacity. The rest are deleted as
 * they come back.
 */
export const surplus = (capacity: number, rows: number): number => Math.max(0, rows - capacity);
