import type { Order } from '../../../lambdas/domain/mail-order';
import type { MailRecords, Registered } from '../../../lambdas/mail/ports';
import type { MailLedger } from '../../../lambdas/mail/send/ports';
import { paymentOf, shareOf } from '../../model/ledger/changes';
import { findRegistration, paidFor } from '../../model/ledger/queries';
import { currency, nameOf, occasionOf, type Race } from '../race';
import type { Database, Mail, State } from '../world/database';
import type { Machine } from '../world/machine';
import { eventOf } from '../world/moves';

const oldClaimMs = 600_000;
const acceptable = ['claimed', 'accepted', 'unknown'];
const isOf =
  ({ registrationId, template, generation }: Order) =>
  (mail: Mail) =>
    mail.registrationId === registrationId && mail.template === template && mail.generation === generation;

/** The rows of the mails, written as the real ledger writes them. */
export const mailLedgerStore = (database: Database, machine: Machine): MailLedger => {
  const write = <T>(about: string, work: (mails: readonly Mail[]) => { mails: readonly Mail[]; answer: T }) =>
    database.transact(machine, about, (state) => {
      const { mails, answer } = work(state.mails);
      return { state: mails === state.mails ? state : { ...state, mails }, answer };
    });
  const settled = (mails: readonly Mail[], order: Order, to: string, from: readonly string[]) =>
    mails.map((mail) => (isOf(order)(mail) && from.includes(mail.state) ? { ...mail, state: to } : mail));
  const settle = (order: Order, to: string, from: readonly string[]) =>
    write(`mail ${to}`, (mails) => ({ mails: settled(mails, order, to, from), answer: undefined }));
  const insert = (mails: readonly Mail[], order: Order, recipient: string, state: string) => [
    ...mails,
    { ...order, recipient, state, claimedAt: database.now },
  ];

  return {
    claim: (wanted, left = []) =>
      write('claim mails', (before): { mails: readonly Mail[]; answer: readonly ('claimed' | 'taken')[] } => {
        let mails = left.reduce((sofar, { order }) => settled(sofar, order, 'accepted', acceptable), before);
        const answer = wanted.map(({ order, recipient }) => {
          if (mails.some(isOf(order))) return 'taken';
          mails = insert(mails, order, recipient, 'claimed');
          return 'claimed';
        });
        return { mails, answer };
      }),
    release: (order) =>
      write('release mail', (mails) => ({
        mails: mails.filter((mail) => !(isOf(order)(mail) && mail.state === 'claimed')),
        answer: undefined,
      })),
    accepted: (left) =>
      write('mails accepted', (before) => ({
        mails: left.reduce((sofar, { order }) => settled(sofar, order, 'accepted', acceptable), before),
        answer: undefined,
      })),
    rejected: (order) => settle(order, 'rejected', ['claimed']),
    unknown: (order) => settle(order, 'unknown', ['claimed']),
    suppressed: (order, recipient) =>
      write('mail suppressed', (mails) => ({
        mails: mails.some(isOf(order)) ? mails : insert(mails, order, recipient, 'suppressed'),
        answer: undefined,
      })),
    unwritten: (order) =>
      write('mail unwritten', (mails) => ({
        mails: mails.some(isOf(order)) ? mails : insert(mails, order, '', 'suppressed'),
        answer: undefined,
      })),
    noteQuota: async () => undefined,
    giveUpOldClaims: () =>
      write('give up claims', (mails) => {
        const old = mails.filter(
          ({ state, claimedAt }) => state === 'claimed' && claimedAt < database.now - oldClaimMs,
        );
        if (old.length === 0) return { mails, answer: 0 };
        return {
          mails: mails.map((mail) => (old.includes(mail) ? { ...mail, state: 'unknown' } : mail)),
          answer: old.length,
        };
      }),
  };
};

/** What a mail tells, from the rows. */
export const mailRecordStore = (
  database: Database,
  machine: Machine,
  race: Race,
  moveOfferOf: MailRecords['moveOfferOf'],
): MailRecords => ({
  findAll: (registrationIds) =>
    database.ask(
      machine,
      'find for mails',
      (state) =>
        new Map(
          registrationIds.flatMap((id) => {
            const registered = registeredIn(state, id, race);
            return registered ? [[id, registered] as const] : [];
          }),
        ),
    ),
  ofAddress: () => Promise.resolve([]),
  signedByGuardian: () => Promise.resolve(undefined),
  moveOfferOf,
  creditOf: () => Promise.resolve(undefined),
});

const registeredIn = (
  { tables, entries, handovers }: State,
  registrationId: string,
  race: Race,
): Registered | undefined => {
  const row = findRegistration(tables, registrationId);
  const entry = entries.get(registrationId);
  if (!row || !entry) return undefined;
  const payment = paymentOf(tables, row);
  const isPassedOn = row.via === 'transfer';
  const size = paidFor(tables, row.paidAs ?? row.id).filter(({ via }) => via !== 'transfer').length;
  return {
    ...occasionOf(race),
    ...(row.spot !== null && { eventName: nameOf(eventOf(row.spot)) }),
    registrationId,
    outcome: row.outcome,
    number: row.number ?? undefined,
    firstName: entry.firstName,
    email: entry.email,
    recordedAt: new Date(entry.submittedAt),
    ended: row.ended ?? undefined,
    cancelledBy: row.ended === 'cancelled' ? 'runner' : undefined,
    passedTo: handovers.find((one) => one.registrationId === registrationId && one.state === 'accepted')?.recipient
      .firstName,
    isPaidByAnother: isPassedOn,
    payment: payment && {
      state: payment.state,
      amount: shareOf(row, payment),
      refund: row.refund ?? undefined,
      currency,
    },
    group:
      payment && row.share !== null && !isPassedOn
        ? { size, total: payment.amount, payer: row.paidAs === null ? undefined : entries.get(row.paidAs)?.firstName }
        : undefined,
  };
};
