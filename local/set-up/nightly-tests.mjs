/** A whole deployment, and whole openings with faults: each takes minutes, so `npm test` leaves them to `npm run nightly`. */
export const nightlyTests = ['test/deploy/deploy.test.ts', 'test/faults/short.test.ts'];
