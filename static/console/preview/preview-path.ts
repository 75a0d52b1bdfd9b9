export const previewPath = (raceId: string): string => `/console/preview/${encodeURIComponent(raceId)}`;
