import { ResultsBoard } from './results/results-board';
import { VersionHistory } from './results/version-history';

/** The script of what was published of a ranking, and of results on a wall. Few people ask for either. */
export const versionsPages = { ResultsBoard, VersionHistory };
