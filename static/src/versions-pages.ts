import { VersionHistory } from './results/version-history';

/** The script of what was published of a ranking. Few people ask for it, after the results are there. */
export const versionsPages = { VersionHistory };
