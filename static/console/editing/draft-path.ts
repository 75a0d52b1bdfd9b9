/** Where a draft is edited. */
export const draftPath = (raceId: string): string => `/console/drafts/${encodeURIComponent(raceId)}`;
