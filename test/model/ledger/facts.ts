import type { Verdict } from '../../../lambdas/registration/record/verdict';
import { findBlock, findRegistration, isAnybodyWaiting, isAnyHeldByThePublic, isPersonIn } from './queries';
import type { Rules } from './rules-under-test';
import type { Submitted, Tables } from './tables';

/** `late`: the sellable spot that this runner gets if their own is gone. */
export const verdict = (tables: Tables, submitted: Submitted, late: number | undefined, rules: Rules): Verdict => {
  const { id, person, spot, block } = submitted;
  const row = tables.spots.find(({ number }) => number === spot);
  const cutBlock = findBlock(tables, block);
  return rules.verdictOn({
    before: findRegistration(tables, id)?.outcome,
    isSamePersonIn: isPersonIn(tables, person),
    isHeld:
      row !== undefined &&
      cutBlock !== undefined &&
      !tables.registrations.some((registration) => registration.spot === spot) &&
      rules.isStillHeld(row, cutBlock, { spot, block, person }),
    isAnySellable: late !== undefined,
    isAnyHeld: isAnyHeldByThePublic(tables),
    isWaitedFor: isAnybodyWaiting(tables),
  });
};
