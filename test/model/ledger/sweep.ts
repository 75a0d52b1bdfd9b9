import { findPayment, findRegistration } from './queries';
import { asDesigned, does, type Rules } from './rules-under-test';
import { asHeld, type Order, orderOf, type PaymentRow, type Tables, takenOf } from './tables';

export interface Swept {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  /** It is too early to decide. */
  readonly isEarly?: boolean;
}

/** Decides every id without an outcome, and orders again what was never settled. */
export const sweep = (
  before: Tables,
  sweeps: readonly Swept[],
  rules: Rules = asDesigned,
): { readonly tables: Tables; readonly orders: readonly Order[]; readonly deferred: readonly string[] } => {
  let tables = before;
  const voids: Order[] = [];
  const isPutOff = ({ id, isEarly }: Swept) =>
    isEarly === true &&
    findRegistration(before, id) === undefined &&
    does(rules, 'a sweep waits for the end of a hold');
  const deferred = sweeps.filter(isPutOff).map(({ id }) => id);
  const due = sweeps.filter(({ id }) => !deferred.includes(id));
  const once = [...new Map(due.map((one) => [one.id, one])).values()];
  for (const { id, amount, currency } of once) {
    if (findRegistration(tables, id)) continue;
    const charge = { registrationId: id, authorisation: null, amount, currency };
    voids.push({ ...charge, action: 'void' });
    if (!does(rules, 'a sweep writes a row before it voids')) continue;
    tables = {
      ...tables,
      registrations: [...tables.registrations, { ...sweptRow, id }],
      payments: [...tables.payments, { ...charge, wanted: 'void', ...asHeld, state: 'authorised' }],
    };
  }
  const again = once.flatMap(({ id }): Order[] => {
    const payment = findPayment(tables, id);
    if (payment?.state !== 'authorised' || payment.authorisation === null) return [];
    return [orderAgain(payment, rules)];
  });
  return { tables, orders: [...voids, ...again], deferred };
};

const orderAgain = (payment: PaymentRow, rules: Rules): Order => {
  const order = orderOf(payment, payment.wanted);
  const isPart = payment.captureAmount !== null && does(rules, 'an order that is given again takes no more');
  return isPart ? { ...order, amount: takenOf(payment), held: payment.amount } : order;
};

const sweptRow = {
  person: null,
  outcome: 'refused',
  isLive: false,
  spot: null,
  block: null,
  number: null,
  via: 'sweep',
  ended: null,
  paidAs: null,
  share: null,
  refund: null,
} as const;
