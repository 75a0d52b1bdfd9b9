import { namesOf } from './results/names-of';
import { ResultsPages } from './results/results-pages';

/** The script of results. The browser loads it for their pages, and where bibs need names. */
export const resultsPages = { ResultsPages, namesOf };
