import { mailMessage } from '../../lambdas/mail/lanes';
import type { Recorded, Records, Registrations } from '../../lambdas/registration/ports';
import { personOf, type Submission } from '../../lambdas/registration/registration';
import { statusOf } from '../../lambdas/registration/status';
import type { Law } from '../model/law';
import { findPayment, findRegistration } from '../model/queries';
import { record } from '../model/record';
import { sweep } from '../model/sweep';
import type { Order, Tables } from '../model/tables';
import type { Database, Posted, State } from './database';
import type { Machine } from './machine';
import { isOpen, type Race } from './race';

/** What no database would take, as a character that PostgreSQL's text does not know. */
export class PoisonError extends Error {}
export const poison = '\u0000';

interface Needs {
  readonly database: Database;
  readonly machine: Machine;
  readonly race: Race;
  readonly newId: () => string;
  readonly lanes: number;
  readonly law: Law;
}

/** The model's record and sweep behind the port `Registrations`: what must leave is in the outbox of the same commit. */
export const registrationStore = ({ database, machine, race, newId, lanes, law }: Needs): Registrations => {
  const put = (orders: readonly Order[]): Posted[] =>
    orders.map((body) => ({ id: newId(), queue: 'payments', group: race.raceId, body, createdAt: database.now }));

  const mailsTo = (swept: readonly string[]): Posted[] =>
    swept.map((registrationId) => ({
      ...mailMessage({ registrationId, template: 'not-registered', generation: 1 }, lanes),
      id: newId(),
      createdAt: database.now,
    }));

  return {
    record: (_, submissions) =>
      database.transact(machine, 'record', (state) => {
        if (submissions.some(({ runner }) => runner.firstName.includes(poison)))
          throw new PoisonError('a NUL in a name');
        const done = record(state.tables, submissions.map(toSubmitted), newId, law, isOpen(race, database.now));
        for (const id of done.deferred) database.note(`deferred ${id}`);
        for (const { registrationId, isRepeat } of done.decisions)
          if (isRepeat) database.note(`repeated ${registrationId}`);
        const rows = [...put(done.orders), ...mailsTo(done.swept)];
        const answer: Recorded = {
          decisions: done.decisions,
          deferred: done.deferred,
          outbox: rows.map(({ id }) => id),
        };
        return {
          state: { ...entering(state, done.tables, submissions, done.swept), outbox: [...state.outbox, ...rows] },
          answer,
        };
      }),

    sweep: (sweeps) =>
      database.transact(machine, 'sweep', (state) => {
        const wishes = sweeps.map(({ registrationId, amount, currency }) => ({ id: registrationId, amount, currency }));
        const { tables, orders } = sweep(state.tables, wishes, law);
        const rows = put(orders);
        return {
          state: { ...state, tables, outbox: [...state.outbox, ...rows] },
          answer: { decisions: [], deferred: [], outbox: rows.map(({ id }) => id) },
        };
      }),
  };
};

/** What those who ask are told, from the replica. */
export const recordStore = (database: Database, machine: Machine, { raceId, eventId }: Race): Records => ({
  find: (registrationId) =>
    database.askReplica(machine, 'find record', ({ tables, entries }) => {
      const row = findRegistration(tables, registrationId);
      const payment = row && findPayment(tables, row.paidAs ?? registrationId);
      if (!row || !payment) return undefined;
      return {
        registrationId,
        raceId,
        eventId,
        outcome: row.outcome,
        number: row.number ?? undefined,
        payment: payment.state,
        amount: payment.amount,
        currency: payment.currency,
        entry: entries.get(registrationId),
      };
    }),
});

/** Who registered is written once, with the row: a repeat writes nothing. */
const entering = (
  before: State,
  tables: Tables,
  submissions: readonly Submission[],
  swept: readonly string[],
): State => {
  const isNew = ({ hold: { registrationId } }: Submission) =>
    swept.includes(registrationId) ||
    (!findRegistration(before.tables, registrationId) && findRegistration(tables, registrationId));
  const added = submissions.filter(isNew);
  if (added.length === 0) return { ...before, tables };
  const entries = new Map(before.entries);
  // Of several with one id the first counts.
  for (const submission of [...added].reverse()) {
    const { entry } = statusOf(submission, 'confirmed');
    if (entry) entries.set(submission.hold.registrationId, entry);
  }
  return { ...before, tables, entries };
};

const toSubmitted = ({ hold, runner, authorisation }: Submission) => ({
  id: hold.registrationId,
  person: personOf(runner),
  spot: hold.spot,
  block: hold.block,
  authorisation,
  amount: hold.quote.total,
  currency: hold.quote.currency,
});
