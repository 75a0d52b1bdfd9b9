import { mailMessage } from '../../../lambdas/domain/mail-order';
import { shortName } from '../../../lambdas/domain/person/masking';
import { personOf } from '../../../lambdas/domain/person/person';
import type { TransferOffers } from '../../../lambdas/mail/ports';
import type {
  Cancelled,
  Changes,
  TransferAccepted,
  TransferOffered,
  Withdrawn,
} from '../../../lambdas/registration/change/ports';
import { cancel, paymentOf, shareOf, transfer } from '../../model/ledger/changes';
import { findRegistration } from '../../model/ledger/queries';
import type { Rules } from '../../model/ledger/rules-under-test';
import type { UnitRules } from '../../model/units/rules';
import { doesMove, type MoveRules } from '../mutants/move-rules';
import type { FeeRules } from '../mutants/mutant';
import { currency, occasionOf, type Race, waiverHash } from '../race';
import type { Database, Handover, Posted, State } from '../world/database';
import { passOn, returnUnits } from '../world/goods';
import type { Machine } from '../world/machine';
import { differencesOf, eventOf, whileCharging, withdrawOffer } from '../world/moves';
import { freeSpot, splitRefund } from './move-steps';
import type { Offers } from './waiting-store';

interface Needs {
  readonly database: Database;
  readonly machine: Machine;
  readonly race: Race;
  readonly newId: () => string;
  readonly offers: Offers;
  readonly lanes: number;
  readonly rules: Rules;
  readonly unitRules: UnitRules;
  readonly feeRules: FeeRules;
  readonly moveRules: MoveRules;
}

/** The name in the history of what the job of a cancelled race does for one registration. */
export const commitByJob = 'cancel by job';

/** The model's cancel and transfer behind the port `Changes`: money, mails and the waiting list in the same commit. */
export const changeStore = (needs: Needs): Changes => {
  const { database, machine, race, newId, offers, lanes, rules, unitRules, feeRules, moveRules } = needs;
  const posted = (message: Omit<Posted, 'id' | 'createdAt'>): Posted => ({
    ...message,
    id: newId(),
    createdAt: database.now,
  });
  const mail = (registrationId: string, template: 'cancellation' | 'confirmation' | 'transferred' | 'transfer-offer') =>
    posted(mailMessage({ registrationId, template, generation: 1 }, lanes));
  const idsOf = (rows: readonly Posted[]) => rows.map(({ id }) => id);
  const isInTime = ({ tables }: State) => database.now < race.changesUntil && tables.event.sale !== 'cancelled';
  const offeredBy = ({ handovers }: State, registrationId: string) =>
    handovers.find((one) => one.registrationId === registrationId && one.state === 'offered');

  const accept = (state: State, handover: Handover, person: string): [State, TransferAccepted] => {
    const { id: toId, registrationId: fromId } = handover;
    const before = findRegistration(state.tables, handover.became ?? toId);
    if (handover.state === 'accepted' && before?.number && before.person === person)
      return [state, { kind: 'accepted', fromId, toId: before.id, number: before.number, outbox: [] }];
    if (race.transferFee !== undefined && feeRules.isAsked) return [state, { kind: 'page-outdated' }];
    const [after, passed] = handOver(state, { race, rules, moveRules, now: database.now }, handover, {
      id: toId,
      person,
    });
    if (passed.kind !== 'passed') return [state, passed];
    const rows = [mail(toId, 'confirmation'), mail(fromId, 'transferred')];
    const answer = { kind: 'accepted', fromId, toId, number: passed.number, outbox: idsOf(rows) } as const;
    return [{ ...after, outbox: [...state.outbox, ...rows] }, answer];
  };

  return {
    isOfSession: (registrationId, sessionHash) =>
      database.ask(machine, 'whose it is', ({ owners }) => owners.get(registrationId) === sessionHash),

    // Nobody corrects an address there.
    isOfLink: async () => true,

    cancel: (registrationId, by, wish) =>
      database.transact<Cancelled>(machine, by === 'director' ? commitByJob : 'cancel', (state) => {
        const row = findRegistration(state.tables, registrationId);
        const payment = row && paymentOf(state.tables, row);
        if (!row || !payment) return { state, answer: { kind: 'not-found' } };
        const refundPercent = wish && 'percent' in wish ? wish.percent : race.refundPercent;
        const wished = { id: registrationId, by, isInTime: isInTime(state), refundPercent };
        const seen = whileCharging(state, row, doesMove(moveRules, 'nothing is given back before it is taken'));
        const done = cancel(seen, wished, offers.fresh, rules);
        const { answer, offered } = done;
        const refund = findRegistration(done.tables, registrationId)?.refund ?? 0;
        const told = { eventId: race.eventId, currency };
        if (answer === 'done') return { state, answer: { kind: 'cancelled', ...told, refund, outbox: [] } };
        if (answer !== 'change') return { state, answer: { kind: answer } };
        if (wish && 'expected' in wish && wish.expected !== refund)
          return { state, answer: { kind: 'refund-changed', refund } };
        const { tables, orders } =
          differencesOf(state, registrationId).length > 0
            ? splitRefund(state, done.tables, { row, refund, rules, moveRules })
            : done;
        const rows = [
          mail(registrationId, 'cancellation'),
          ...orders.map((body) => posted({ queue: 'payments', group: race.raceId, body })),
          ...offers.mails(offered),
        ];
        const handover = offeredBy(state, registrationId);
        const kept = { ...(handover ? become(state, handover, 'withdrawn') : state), tables };
        const isOther = row.spot !== null && eventOf(row.spot) === 'other';
        const left = isOther ? freeSpot(kept, { spot: row.spot, block: row.block }, rules) : kept;
        return {
          state: {
            ...withdrawOffer(left, registrationId, database.now),
            goods: returnUnits(state.goods, [registrationId], unitRules),
            outbox: [...state.outbox, ...rows],
          },
          answer: { kind: 'cancelled', ...told, refund, outbox: idsOf(rows) },
        };
      }),

    offerTransfer: (registrationId, { transferId, recipient }) =>
      database.transact<TransferOffered>(machine, 'offer transfer', (state) => {
        const row = findRegistration(state.tables, registrationId);
        const payment = row && paymentOf(whileCharging(state, row, true), row);
        if (!row || !payment) return { state, answer: { kind: 'not-found' } };
        const facts = { ...row, ended: row.ended ?? undefined, payment: payment.state, amount: shareOf(row, payment) };
        const answer = rules.mayChange({ ...facts, isInTime: isInTime(state) }, 'transferred', 'runner');
        if (answer !== 'change') return { state, answer: { kind: answer === 'done' ? 'no-spot' : answer } };
        const before = offeredBy(state, registrationId);
        if (before?.id === transferId) return { state, answer: { kind: 'offered', transferId, outbox: [] } };
        if (before || findHandover(state, transferId)) return { state, answer: { kind: 'no-spot' } };
        const handover: Handover = { id: transferId, registrationId, recipient, state: 'offered' };
        const rows = [mail(transferId, 'transfer-offer')];
        return {
          state: { ...state, handovers: [...state.handovers, handover], outbox: [...state.outbox, ...rows] },
          answer: { kind: 'offered', transferId, outbox: idsOf(rows) },
        };
      }),

    findTransfer: (transferId) =>
      database.ask(machine, 'find transfer', (state) => {
        const handover = findHandover(state, transferId);
        const from = handover && state.entries.get(handover.registrationId);
        if (!handover || !from) return { kind: 'not-found' };
        const isThere = findRegistration(state.tables, handover.registrationId)?.isLive && isInTime(state);
        const shown = handover.state === 'accepted' ? 'accepted' : undefined;
        return {
          kind: 'found',
          state: shown ?? (handover.state === 'offered' && isThere ? 'offered' : 'gone'),
          raceId: race.raceId,
          eventId: race.eventId,
          from: shortName(from),
          recipient: handover.recipient,
          endsAt: new Date(race.changesUntil),
          registrationId: handover.became ?? transferId,
          waiverHash,
          hasForm: false,
          ...(race.transferFee !== undefined && { fee: { amount: race.transferFee, currency } }),
        };
      }),

    isPersonIn: (transferId, { person }) =>
      database.ask(machine, 'is person in', (state) => {
        const from = findHandover(state, transferId)?.registrationId;
        return state.tables.registrations.some((row) => row.isLive && row.person === person && row.id !== from);
      }),

    withdrawTransfer: (registrationId) =>
      database.transact<Withdrawn>(machine, 'withdraw transfer', (state) => {
        const handover = offeredBy(state, registrationId);
        if (handover) return { state: become(state, handover, 'withdrawn'), answer: { kind: 'withdrawn' } };
        const isPassedOn = state.handovers.some(
          (one) => one.registrationId === registrationId && one.state === 'accepted',
        );
        return { state, answer: { kind: isPassedOn ? 'passed-on' : 'withdrawn' } };
      }),

    acceptTransfer: (transferId, runner, readWaiver) =>
      database.transact<TransferAccepted>(machine, 'accept transfer', (state) => {
        const handover = findHandover(state, transferId);
        if (!handover) return { state, answer: { kind: 'not-found' } };
        // Its race has no form.
        if ('identity' in runner) return { state, answer: { kind: 'gone' } };
        if (readWaiver !== waiverHash) return { state, answer: { kind: 'waiver-changed' } };
        const [after, answer] = accept(state, handover, personOf(runner));
        if (after === state) return { state, answer };
        const { firstName, lastName, email } = runner;
        const entry = { firstName, lastName, email, submittedAt: new Date(database.now).toISOString() };
        return { state: { ...after, entries: new Map(after.entries).set(transferId, entry) }, answer };
      }),
  };
};

interface HandingOver {
  readonly race: Race;
  readonly rules: Rules;
  readonly moveRules: MoveRules;
  readonly now: number;
}

type HandedOver =
  | { readonly kind: 'passed'; readonly number: number }
  | { readonly kind: 'gone' | 'too-late' | 'same-person' };

/** The spot of an offer goes to this person, under this id; or the state as it was, and why not. */
export const handOver = (
  state: State,
  { race, rules, moveRules, now }: HandingOver,
  handover: Handover,
  to: { readonly id: string; readonly person: string },
): [State, HandedOver] => {
  const { registrationId: fromId } = handover;
  const row = findRegistration(state.tables, fromId);
  if (handover.state !== 'offered' || !row?.isLive) return [state, { kind: 'gone' }];
  if (now >= race.changesUntil || state.tables.event.sale === 'cancelled') return [state, { kind: 'too-late' }];
  const { tables, answer } = transfer(whileCharging(state, row, true), { id: fromId, to }, rules);
  if (answer === 'registered') return [state, { kind: 'same-person' }];
  const number = findRegistration(tables, to.id)?.number;
  if (answer !== 'change' || !number) return [state, { kind: 'gone' }];
  const goods = passOn(state.goods, fromId, to.id);
  const passed = { ...become(state, handover, 'accepted', to.id), tables, goods };
  const { moving, ...kept } = withdrawOffer(passed, fromId, now);
  // What was paid for a spot goes with it.
  const offers = moving.offers.map((offer) =>
    offer.registrationId === fromId && offer.paidAs !== null ? { ...offer, registrationId: to.id } : offer,
  );
  const isKept = !doesMove(moveRules, 'differences go on with the spot');
  return [
    { ...kept, moving: isKept ? moving : { ...moving, offers } },
    { kind: 'passed', number },
  ];
};

/** What a mail tells of an offered transfer, from the rows. */
export const transferOfferStore = (database: Database, machine: Machine, race: Race): TransferOffers => ({
  find: (transferId) =>
    database.ask(machine, 'find transfer for mail', (state) => {
      const handover = findHandover(state, transferId);
      const from = handover && state.entries.get(handover.registrationId);
      const isThere = handover && findRegistration(state.tables, handover.registrationId)?.isLive;
      if (handover?.state !== 'offered' || !from || !isThere) return undefined;
      const until = new Date(race.changesUntil);
      return {
        ...occasionOf(race),
        ...handover.recipient,
        transferId,
        from: `${from.firstName} ${from.lastName}`,
        until,
      };
    }),
});

export const findHandover = ({ handovers }: State, id: string): Handover | undefined =>
  handovers.find((one) => one.id === id);

const become = (state: State, handover: Handover, to: Handover['state'], became?: string): State => ({
  ...state,
  handovers: state.handovers.map((one) =>
    one === handover ? { ...one, state: to, ...(became !== undefined && { became }) } : one,
  ),
});
