import { mailMessage } from '../../../lambdas/domain/mail-order';
import { personOf } from '../../../lambdas/domain/person/person';
import { membersOf, type Submission } from '../../../lambdas/domain/registration';
import type { OwnerLookup, Recorded, Records, Registrations } from '../../../lambdas/registration/ports';
import { paymentOf, shareOf } from '../../model/ledger/changes';
import { findRegistration } from '../../model/ledger/queries';
import { type Recorded as Decided, record, unseated, withPayment } from '../../model/ledger/record';
import { recordGroup } from '../../model/ledger/record-group';
import { sweep } from '../../model/ledger/sweep';
import type { Order, Submitted, Tables } from '../../model/ledger/tables';
import type { Mutant } from '../mutants/mutant';
import { isOpen, type Race } from '../race';
import type { Database, Posted, State } from '../world/database';
import { consentsIn, giveLines, shortOf } from '../world/goods';
import type { Machine } from '../world/machine';
import { findHandover, handOver } from './change-store';

/** Stands for data that no database accepts: a character that PostgreSQL's text does not know. */
export class PoisonError extends Error {}
export const poison = '\u0000';

type Transferred = Awaited<ReturnType<Registrations['transfer']>>;

interface Needs {
  readonly database: Database;
  readonly machine: Machine;
  readonly race: Race;
  readonly newId: () => string;
  readonly lanes: number;
  readonly mutant: Pick<Mutant, 'rules' | 'unitRules' | 'feeRules' | 'moveRules' | 'short'>;
  /** See move-store.ts. */
  readonly move: Registrations['move'];
}

/**
 * The model's record and sweep behind the port `Registrations`: what must leave is in the outbox of the same commit.
 */
export const registrationStore = ({ database, machine, race, newId, lanes, mutant, move }: Needs): Registrations => {
  const { rules, unitRules, feeRules, moveRules } = mutant;
  const put = (orders: readonly Order[]): Posted[] =>
    orders.map((body) => ({ id: newId(), queue: 'payments', group: race.raceId, body, createdAt: database.now }));

  const mailTo = (registrationId: string, template: 'not-registered' | 'transferred'): Posted => ({
    ...mailMessage({ registrationId, template, generation: 1 }, lanes),
    id: newId(),
    createdAt: database.now,
  });
  const mailsTo = (swept: readonly string[]): Posted[] => swept.map((id) => mailTo(id, 'not-registered'));

  /** Decides twice where something cannot be given: only who is confirmed gets anything, and the charge follows it. */
  const withGoods = (
    state: State,
    submissions: readonly Submission[],
    decide: (short: ReadonlyMap<string, number>) => Decided,
  ): { readonly done: Decided; readonly goods: State['goods'] } => {
    const done = decide(new Map());
    const isNew = (id: string) =>
      done.decisions.some(
        ({ registrationId, outcome, isRepeat }) => registrationId === id && outcome === 'confirmed' && !isRepeat,
      );
    const bought = submissions.flatMap((submission, n) => {
      const { hold, quoted } = submission;
      const lead = hold.registrationId;
      const isFirst = submissions.findIndex((one) => one.hold.registrationId === lead) === n;
      return quoted && isFirst && isNew(lead) ? [{ lead, quoted, consents: consentsIn(submission) }] : [];
    });
    if (bought.length === 0) return { done, goods: state.goods };
    const goods = giveLines(state.goods, bought, newId, unitRules);
    const short = mutant.short(shortOf(goods, bought));
    return { done: short.size > 0 ? decide(short) : done, goods };
  };

  const committed = (
    before: State,
    submissions: readonly Submission[],
    decide: (short: ReadonlyMap<string, number>) => Decided,
  ) => {
    const { done, goods } = withGoods(before, submissions, decide);
    const state = { ...before, goods };
    for (const id of done.deferred) database.note(`deferred ${id}`);
    for (const { registrationId, isRepeat } of done.decisions)
      if (isRepeat) database.note(`repeated ${registrationId}`);
    const rows = [...put(done.orders), ...mailsTo(done.swept)];
    const answer: Recorded = {
      decisions: done.decisions,
      deferred: done.deferred,
      outbox: rows,
    };
    return {
      state: { ...entering(state, done.tables, submissions, done.swept), outbox: [...state.outbox, ...rows] },
      answer,
    };
  };

  return {
    record: (_, submissions) =>
      database.transact(machine, 'record', (state) => {
        if (submissions.some(isPoison)) throw new PoisonError('a NUL in a name');
        const open = isOpen(race, database.now);
        return committed(state, submissions, (short) =>
          record(state.tables, submissions.map(toSubmitted(short)), newId, rules, open),
        );
      }),

    recordGroup: (submission) =>
      database.transact(machine, 'record together', (state) => {
        if (isPoison(submission)) throw new PoisonError('a NUL in a name');
        const open = isOpen(race, database.now);
        return committed(state, [submission], (short) =>
          recordGroup(state.tables, toSubmitted(short)(submission), newId, rules, open),
        );
      }),

    move,

    transfer: ({ quote, runner, authorisation, submittedAt }) =>
      database.transact<Transferred>(machine, 'record transfer', (state) => {
        const { registrationId: id, transferId, fee: amount, currency } = quote;
        const before = findRegistration(state.tables, id);
        if (before) {
          database.note(`repeated ${id}`);
          const { outcome, number } = before;
          const decision = { registrationId: id, outcome, ...(number !== null && { number }), isRepeat: true as const };
          return { state, answer: { decisions: [decision], deferred: [], outbox: [] } };
        }
        const found = findHandover(state, transferId);
        const person = personOf(runner);
        const [passedOn, passed] = found
          ? handOver(state, { race, rules, moveRules, now: database.now }, found, { id, person })
          : ([state, { kind: 'gone' }] as const);
        const isPassed = passed.kind === 'passed';
        const order: Order = {
          ...{ registrationId: id, authorisation, amount, currency },
          action: isPassed || !feeRules.isLetGo ? 'capture' : 'void',
        };
        const isDuplicate = passed.kind === 'same-person';
        const outcome = isPassed ? 'confirmed' : isDuplicate ? 'duplicate' : 'refused';
        const refused = { ...unseated({ id, person }, outcome), ...(!isDuplicate && { person: null }) };
        const tables = withPayment(passedOn.tables, order);
        const { firstName, lastName, email } = runner;
        const entry = { firstName, lastName, email, submittedAt };
        const rows = [...put([order]), ...(isPassed && found ? [mailTo(found.registrationId, 'transferred')] : [])];
        return {
          state: {
            ...passedOn,
            tables: isPassed ? tables : { ...tables, registrations: [...tables.registrations, refused] },
            entries: isPassed || isDuplicate ? new Map(passedOn.entries).set(id, entry) : passedOn.entries,
            outbox: [...passedOn.outbox, ...rows],
          },
          answer: {
            decisions: [{ registrationId: id, outcome, ...(isPassed && { number: passed.number }) }],
            deferred: [],
            outbox: rows,
            ...(isPassed && found && { fromId: found.registrationId }),
          },
        };
      }),

    sweep: (sweeps) =>
      database.transact(machine, 'sweep', (state) => {
        const wishes = sweeps.map(({ registrationId, amount, currency, notBefore = 0 }) => ({
          id: registrationId,
          amount,
          currency,
          isEarly: notBefore > database.now,
        }));
        const { tables, orders, deferred } = sweep(state.tables, wishes, rules);
        const isFee = ({ id }: { id: string }) => findRegistration(state.tables, id)?.via === 'transfer';
        const letGo = feeRules.isKept ? [] : wishes.filter(isFee);
        const voids = letGo.map(({ id, amount, currency }): Order => {
          return { registrationId: id, action: 'void', authorisation: null, amount, currency };
        });
        const rows = put([...orders, ...voids]);
        const owners = new Map(state.owners);
        for (const { registrationId: id, sessionHash } of sweeps)
          if (sessionHash && !findRegistration(state.tables, id)) owners.set(id, sessionHash);
        return {
          state: { ...state, tables, owners, outbox: [...state.outbox, ...rows] },
          answer: { decisions: [], deferred, outbox: rows },
        };
      }),
  };
};

const isPoison = (submission: Submission): boolean =>
  membersOf(submission).some(({ runner }) => runner.firstName.includes(poison));

/**
 * The status as the replica shows it. A part of a group's payment may have been refunded for another member: a
 * registration that is live has paid.
 */
export const recordStore = (database: Database, machine: Machine, { raceId, eventId }: Race): Records => ({
  find: (registrationId) =>
    database.askReplica(machine, 'find record', ({ tables, entries, owners }) => {
      const row = findRegistration(tables, registrationId);
      const payment = row && paymentOf(tables, row);
      if (!row || !payment) return undefined;
      return {
        registrationId,
        raceId,
        eventId,
        sessionHash: owners.get(registrationId),
        outcome: row.outcome,
        number: row.number ?? undefined,
        payment: row.isLive && payment.state === 'refunded' ? 'captured' : payment.state,
        amount: shareOf(row, payment),
        currency: payment.currency,
        entry: entries.get(registrationId),
        refund: row.refund ?? undefined,
      };
    }),
});

/** The runner's data is written once, with the row: a repeat writes nothing. */
const entering = (
  before: State,
  tables: Tables,
  submissions: readonly Submission[],
  swept: readonly string[],
): State => {
  const isNew = (id: string) =>
    swept.includes(id) || (!findRegistration(before.tables, id) && findRegistration(tables, id));
  const added = submissions.flatMap((submission) =>
    membersOf(submission).flatMap(({ registrationId, runner: { firstName, lastName, email } }) => {
      const entry = { firstName, lastName, email, submittedAt: submission.submittedAt };
      return isNew(registrationId) ? [[registrationId, entry] as const] : [];
    }),
  );
  if (added.length === 0) return { ...before, tables };
  const owners = new Map(before.owners);
  for (const submission of submissions)
    for (const { registrationId } of membersOf(submission))
      if (isNew(registrationId) && !owners.has(registrationId)) owners.set(registrationId, submission.hold.sessionHash);
  // Of several with one id the first counts.
  return { ...before, tables, owners, entries: new Map([...before.entries, ...added.reverse()]) };
};

const toSubmitted =
  (short: ReadonlyMap<string, number>) =>
  (submission: Submission): Submitted => {
    const { hold, authorisation } = submission;
    const [lead, ...companions] = membersOf(submission).map(({ registrationId, spot, runner }) => ({
      id: registrationId,
      person: personOf(runner),
      spot,
    }));
    if (!lead) throw new Error('a submission is for somebody');
    return {
      ...lead,
      ...(companions.length > 0 && { companions }),
      block: hold.block,
      authorisation,
      amount: hold.quote.total,
      currency: hold.quote.currency,
      short: short.get(hold.registrationId),
    };
  };

/** The owners of registrations, as the primary knows them. */
export const ownerStore = (database: Database, machine: Machine): OwnerLookup => ({
  find: (ids) =>
    database.ask(machine, 'find owners', ({ tables, owners }) =>
      ids.flatMap((id) => (findRegistration(tables, id) ? [{ sessionHash: owners.get(id) }] : [])),
    ),
});
