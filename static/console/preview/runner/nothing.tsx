// In place of what no preview has: results, the live page, and forgetting what this browser keeps.

const Nothing = () => null;

export const resultsPages = { ResultsPages: Nothing };
export const feedPages = { LivePages: Nothing };
export const ForgetHere = Nothing;
