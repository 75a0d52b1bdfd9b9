/** Proof of work as a hold beyond the free ones asks for it. Empty where nothing is asked. */
export const solved = (_problem: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({});
