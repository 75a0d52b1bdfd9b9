/** The mark (in seconds) that was passed between two readings of a countdown: the nearest one, or none. */
export const passedMark = (before: number, after: number, marks: readonly number[]): number | undefined =>
  marks.filter((mark) => before > mark && after <= mark).sort((one, other) => one - other)[0];
