import { asDesigned } from '../../model/ledger/rules-under-test';
import { jobsAsDesigned, type Mutant, unchanged, type Wrong } from './mutant';

const withJobs = (changes: Partial<Mutant['jobRules']>): Mutant => ({
  ...unchanged,
  jobRules: { ...jobsAsDesigned, ...changes },
});

/** Mistakes where a race is cancelled. */
export const wrongJobs: readonly Wrong[] = [
  { name: 'a job that was stopped goes on', breaks: ['C6'], mutant: withJobs({ isStopHeeded: false }) },
  { name: 'a job is done although somebody is in', breaks: ['C6'], mutant: withJobs({ isEndChecked: false }) },
  {
    name: 'a cancelled race gives back what runners get who cannot come',
    breaks: ['C6'],
    mutant: withJobs({ isShareOfCancellation: false }),
  },
  {
    name: 'whoever holds a spot of a cancelled race still gets in',
    breaks: ['C5'],
    mutant: { ...unchanged, rules: { ...asDesigned, without: 'a cancelled race takes back what is held' } },
  },
];
