import type { Admission } from '../../lambdas/spots/holds/ports';

/** Races without a line: nobody asks it anything. */
export const withoutLine: Admission = {
  ask: async () => {
    throw new Error('there is no line to ask');
  },
  answered: async () => undefined,
  sentBack: async () => undefined,
};
