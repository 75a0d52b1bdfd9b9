import type { Entry } from '../history';
import { checkCancelled } from './check-cancelled';
import { checkConsents } from './check-consents';
import { checkGoods } from './check-goods';
import { checkGroups } from './check-groups';
import { checkHolds } from './check-holds';
import { checkLedger } from './check-ledger';
import { checkLimits } from './check-limits';
import { checkList } from './check-list';
import { checkMail } from './check-mail';
import { checkMoney } from './check-money';
import { checkMoves } from './check-moves';
import { checkPeople } from './check-people';
import { checkQuestions } from './check-questions';
import { checkSale } from './check-sale';
import type { Violation } from './violation';

/** The invariants that a history breaks, the earliest first. It needs nothing but the history. */
export const checkHistory = (history: readonly Entry[]): readonly Violation[] => {
  const [race] = history.flatMap((entry) => (entry.kind === 'race' ? [entry] : []));
  if (!race) throw new Error('a history begins with its race');
  return [
    checkLedger,
    checkHolds,
    checkGroups,
    checkList,
    checkSale,
    checkCancelled,
    checkQuestions,
    checkMoney,
    checkMoves,
    checkGoods,
    checkLimits,
    checkConsents,
    checkMail,
    checkPeople,
  ]
    .flatMap((check) => check(history, race))
    .sort((a, b) => a.step - b.step);
};
