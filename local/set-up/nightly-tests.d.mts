export const nightlyTests: readonly string[];
