/** For routes of spots that no canary asks. */
export const noCanary = {
  isOurs: async () => false,
  holdSpot: async () => {
    throw new Error('The canary was not expected to hold a spot.');
  },
};
