import { ResultsPages } from './results/results-pages';

/** The script of results. The browser loads it for their pages. */
export const resultsPages = { ResultsPages };
