import { checkAccount } from './checks/account';
import { checkEdge } from './checks/edge';
import { checkMail } from './checks/mail';
import { checkQuotas } from './checks/quotas';
import { checkZones } from './checks/zones';
import type { Facts } from './facts';
import type { Finding } from './finding';
import type { Wanted } from './wanted';

/** Every line of the list. */
export const findings = (facts: Facts, wanted: Wanted): readonly Finding[] =>
  [checkAccount, checkZones, checkQuotas, checkMail, checkEdge].flatMap((check) => check(facts, wanted));
