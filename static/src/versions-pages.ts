import { ResultSearch } from './results/result-search';
import { ResultsBoard } from './results/results-board';
import { VersionHistory } from './results/version-history';

/** The script of what few people ask for: what was published of a ranking, results on a wall, and a search inside of names. */
export const versionsPages = { ResultSearch, ResultsBoard, VersionHistory };
