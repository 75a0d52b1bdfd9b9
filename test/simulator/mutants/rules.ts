import { mayChange } from '../../../lambdas/registration/change/change-rules';
import { verdictOn } from '../../../lambdas/registration/record/verdict';
import { endsAt, nextBlockFor } from '../../../lambdas/spots/blocks/block';
import { asDesigned, type Rules } from '../../model/ledger/rules-under-test';
import { type Mutant, unchanged, type Wrong } from './mutant';

const withRules = (changes: Partial<Rules>): Mutant => ({ ...unchanged, rules: { ...asDesigned, ...changes } });

/** Wrong decisions: each overlooks one thing. */
export const wrongRules: readonly Wrong[] = [
  {
    name: 'a sweep voids without writing a row',
    breaks: ['S4', 'S6', 'L1'],
    seenIn: 47,
    mutant: withRules({ without: 'a sweep writes a row before it voids' }),
  },
  {
    name: 'the spot of a failed payment stays taken',
    breaks: ['S6'],
    seenIn: 31,
    mutant: withRules({ without: 'the spot of a failed payment comes back' }),
  },
  {
    name: 'a second delivery is decided again',
    breaks: ['S1', 'S2', 'S3'],
    mutant: withRules({ verdictOn: (facts) => verdictOn({ ...facts, before: undefined }) }),
  },
  {
    name: 'nobody asks whether the person is in already',
    breaks: ['S2'],
    seenIn: 45,
    mutant: withRules({ verdictOn: (facts) => verdictOn({ ...facts, isSamePersonIn: false }) }),
  },
  {
    name: 'who must wait for a spot to come back is refused',
    breaks: ['L5'],
    mutant: withRules({ verdictOn: (facts) => verdictOn({ ...facts, isAnyHeld: false }) }),
  },
  {
    name: 'who was refused must ask for their place on the list',
    breaks: ['S11'],
    mutant: withRules({ without: 'who was refused goes on the list' }),
  },
  {
    name: 'a runner whose sweep came first is never mailed',
    breaks: ['S11', 'L4'],
    mutant: withRules({ without: 'a swept runner is known once they come' }),
    seenIn: 27,
  },
  {
    name: 'a spot that is given back stays taken',
    breaks: ['L2', 'L5'],
    mutant: withRules({ without: 'a cancelled spot is sellable' }),
  },
  {
    name: 'a spot is given back before it is paid for',
    breaks: ['S4', 'S6'],
    seenIn: 90,
    mutant: withRules({
      mayChange: (facts, reason, by) =>
        mayChange(facts.payment === 'authorised' ? { ...facts, payment: 'captured' } : facts, reason, by),
    }),
  },
  {
    name: 'who passed their spot on keeps it',
    breaks: ['S1'],
    mutant: withRules({ without: 'a transfer keeps to one live row' }),
  },
  {
    name: 'a closed block frees registered spots too',
    breaks: ['S1'],
    mutant: withRules({ comesBack: (spot, closed) => spot.block === closed }),
  },
  {
    name: 'a hold is good for its number in whatever block',
    breaks: ['S1'],
    seenIn: 27,
    mutant: withRules({ isStillHeld: (spot, _, claim) => spot.number === claim.spot }),
  },
  {
    name: 'spots are cut before the opening',
    breaks: ['S11'],
    mutant: withRules({ nextBlockFor: (facts, ...asked) => nextBlockFor({ ...facts, phase: 'open' }, ...asked) }),
  },
  {
    name: 'spots are cut while the sale is paused',
    breaks: ['S18'],
    mutant: withRules({ without: 'nothing is cut while the sale is paused' }),
  },
  {
    name: 'spots are offered while the sale is paused',
    breaks: ['S18'],
    mutant: withRules({ without: 'nothing is offered while the sale is paused' }),
  },
  {
    name: 'a block ends early that others deal from still',
    breaks: ['S17'],
    seenIn: 155,
    mutant: withRules({ endsAt: (block, reason, now) => endsAt(block, reason === 'ahead' ? 'spent' : reason, now) }),
  },
  {
    name: 'a block that is wholly dealt ends no sooner than planned',
    breaks: ['L2'],
    seenIn: 16,
    mutant: withRules({ endsAt: ({ closesAt }) => closesAt }),
  },
  {
    name: 'a sweep shuts out who may still pay',
    breaks: ['S17'],
    mutant: withRules({ without: 'a sweep waits for the end of a hold' }),
    seenIn: 15,
  },
  {
    name: 'spots are offered to addresses that nobody confirmed',
    breaks: ['S11'],
    mutant: withRules({ without: 'only a confirmed place is offered anything' }),
  },
  {
    name: 'who came last to the list is offered a spot first',
    breaks: ['S11'],
    mutant: withRules({ inOrder: (waiters) => [...waiters].sort((a, b) => b.position - a.position) }),
  },
];
