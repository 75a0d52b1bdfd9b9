import { count } from '../../platform/observability';

/** Runs on a schedule. */
export const issueWorker = (issue: () => Promise<number>) => async (): Promise<void> => {
  count('DocumentsIssued', await issue());
};
