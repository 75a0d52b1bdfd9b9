import { turnsOf } from '../../../lambdas/domain/waiting';
import { verdictOnGroup } from '../../../lambdas/registration/record/verdict';
import { asDesigned, type Rules } from '../../model/ledger/rules-under-test';
import { type Mutant, unchanged, type Wrong } from './mutant';

const withRules = (changes: Partial<Rules>): Mutant => ({ ...unchanged, rules: { ...asDesigned, ...changes } });

/** Mistakes in dealing with groups. */
export const wrongGroups: readonly Wrong[] = [
  {
    name: 'a group is written in part',
    breaks: ['S16'],
    mutant: withRules({ without: 'all of a group are written' }),
  },
  {
    name: 'those of a group whose spots are theirs get in, each for themselves',
    breaks: ['S16'],
    mutant: {
      ...unchanged,
      registrations: (registrations) => ({
        ...registrations,
        recordGroup: async (submission) => {
          const { hold, companions = [] } = submission;
          const alone = { ...submission, hold: { ...hold, companions: undefined }, companions: undefined };
          const others = (hold.companions ?? []).map(({ registrationId, spot }, n) => ({
            ...alone,
            hold: { ...alone.hold, registrationId, spot },
            runner: companions[n] ?? submission.runner,
          }));
          return registrations.record(hold.eventId, [alone, ...others]);
        },
      }),
    },
  },
  {
    name: 'a group is refused that others would wait for',
    breaks: ['L5'],
    seenIn: 19,
    mutant: withRules({ verdictOnGroup: (facts) => verdictOnGroup({ ...facts, mayCome: 0 }) }),
  },
  {
    name: 'a group is refused although there are spots for all of it',
    breaks: ['L5'],
    seenIn: 19,
    mutant: withRules({ verdictOnGroup: (facts) => verdictOnGroup({ ...facts, sellable: 0, mayCome: 0 }) }),
  },
  {
    name: 'nobody asks whether one of a group is in already',
    breaks: ['S2'],
    seenIn: 15,
    mutant: withRules({ verdictOnGroup: (facts) => verdictOnGroup({ ...facts, isAnyIn: false }) }),
  },
  {
    name: 'companions stay undecided when the sweep was faster',
    breaks: ['S16', 'L1'],
    seenIn: 53,
    mutant: withRules({ without: 'companions are refused with the one who paid' }),
  },
  {
    name: 'a block for several has as many spots as there are',
    breaks: ['S16'],
    mutant: withRules({ without: 'a block for several is for all of them' }),
  },
  {
    name: 'who waits for several is offered what there is',
    breaks: ['S16'],
    mutant: withRules({
      turnsOf: (waiters, numbers) =>
        turnsOf(
          waiters.map((waiter) => ({ ...waiter, size: Math.min(waiter.size, Math.max(1, numbers.length)), waiter })),
          numbers,
        ).map(({ waiter: { waiter }, numbers: theirs }) => ({ waiter, numbers: theirs })),
    }),
    seenIn: 9,
  },
  {
    name: 'who gives back one spot of several gets the money of all',
    breaks: ['S5', 'S6'],
    mutant: withRules({ without: 'each gets back their share' }),
  },
  {
    name: 'a second refund is ordered while the first is on its way',
    breaks: ['S5', 'S6', 'L3'],
    seenIn: 305,
    mutant: withRules({ without: 'one refund at a time' }),
  },
  {
    name: 'what was added to a refund is never ordered',
    breaks: ['S6', 'L3'],
    seenIn: 12,
    mutant: withRules({ without: 'what was added to a refund is ordered' }),
  },
];
