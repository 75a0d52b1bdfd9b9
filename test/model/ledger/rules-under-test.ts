import { inOrder, joining, turnsOf } from '../../../lambdas/domain/waiting';
import { surplus } from '../../../lambdas/ledger/postgres-waiting-offers';
import { refundAfter, stateAfter } from '../../../lambdas/payment/settle/settlement';
import { mayChange, refundOf } from '../../../lambdas/registration/change/change-rules';
import { verdictOn, verdictOnGroup } from '../../../lambdas/registration/record/verdict';
import { blockSize, endsAt, nextBlockFor } from '../../../lambdas/spots/blocks/block';
import { mayLowerTo } from '../../../lambdas/spots/capacity/change-capacity';
import { comesBack, isSellable, isStillHeld } from './spot';

/** The project's own rules. A mutant replaces one of them. */
const projectRules = {
  nextBlockFor,
  endsAt,
  blockSize,
  isSellable,
  isStillHeld,
  comesBack,
  joining,
  inOrder,
  turnsOf,
  mayLowerTo,
  surplus,
  verdictOn,
  verdictOnGroup,
  stateAfter,
  refundAfter,
  mayChange,
  refundOf,
};

/** What a transaction does besides deciding. A mutant leaves one of them out. */
export type Step =
  | 'a refusal is written'
  | 'a sweep writes a row before it voids'
  | 'a sweep waits for the end of a hold'
  | 'a sweep ends what a bank asks about'
  | 'only what the bank still asks about goes on'
  | 'who answers the bank too late does not go on'
  | 'a late runner’s spot gets a block'
  | 'who got in is off the list'
  | 'only a confirmed place is offered anything'
  | 'who was refused goes on the list'
  | 'a swept runner is known once they come'
  | 'a cancelled row stays'
  | 'a cancelled spot is sellable'
  | 'a cancelled row lets go of its spot'
  | 'the spot of a failed payment comes back'
  | 'a closed block is marked'
  | 'an offer ends with its block'
  | 'the minute job offers'
  | 'nothing is cut while the sale is paused'
  | 'nothing is offered while the sale is paused'
  | 'a cancelled race takes back what is held'
  | 'reclaim trims'
  | 'cancelling trims'
  | 'new spots have new numbers'
  | 'a transfer keeps to one live row'
  | 'all of a group are written'
  | 'companions are refused with the one who paid'
  | 'a block for several is for all of them'
  | 'each gets back their share'
  | 'one refund at a time'
  | 'what was added to a refund is ordered'
  | 'an order that is given again takes no more'
  | 'a refund is of what was taken';

export interface Rules extends Readonly<typeof projectRules> {
  readonly without: Step | undefined;
}

export const asDesigned: Rules = { ...projectRules, without: undefined };

export const does = ({ without }: Rules, step: Step): boolean => without !== step;
