import { feesAsDesigned, type Mutant, unchanged, type Wrong } from './mutant';

const withFees = (changes: Partial<Mutant['feeRules']>): Mutant => ({
  ...unchanged,
  feeRules: { ...feesAsDesigned, ...changes },
});

/** Mistakes where a spot is passed on for a fee. */
export const wrongFees: readonly Wrong[] = [
  {
    name: 'a spot is taken over without the fee',
    breaks: ['S5'],
    mutant: withFees({ isAsked: false }),
  },
  {
    name: 'the fee of somebody who got no spot is taken',
    breaks: ['S4'],
    mutant: withFees({ isLetGo: false }),
  },
  {
    name: 'the sweep of a fee lets go of it, although its runner has the spot',
    breaks: ['S4', 'S5', 'S6', 'L3'],
    mutant: withFees({ isKept: false }),
  },
];
