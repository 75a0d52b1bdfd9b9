export const pathParametersOfOptOuts = { token: `k1.eyJlbWFpbEhhc2giOiJhIn0.${'m'.repeat(43)}` };
export const optOutRequest = { from: 'race' };
export const optedOut = { raceId: 'city-run', raceName: 'City Run', from: 'race' };
