import type { Outcome } from '../../../lambdas/domain/registration';
import { ranks } from '../../../lambdas/domain/waiting';
import { judge } from './group-facts';
import { join } from './join';
import { findRegistration, replace, withBlock } from './queries';
import { asBefore, type NewId, offTheList, type Recorded, unseated, withPayment } from './record';
import { asDesigned, does, type Rules } from './rules-under-test';
import { membersOf, orderOf, type RegistrationRow, type Submitted, type Tables } from './tables';

type Entered = Pick<Recorded, 'tables' | 'decisions'>;
type SeatOf = (n: number) => Partial<RegistrationRow>;

/** Decides a group: all get the same outcome. Once the event is closed, nobody waits. */
export const recordGroup = (
  before: Tables,
  submitted: Submitted,
  newId: NewId,
  rules: Rules = asDesigned,
  isOpen = true,
): Recorded => {
  const { id: leadId, person: leadPerson, amount, short = 0 } = submitted;
  const members = membersOf(submitted);
  const { facts, seats, others } = judge(before, submitted, rules);
  const verdict = rules.verdictOnGroup(facts);
  const share = Math.floor((amount - short) / members.length);
  const nothing: Recorded = { tables: before, decisions: [], deferred: [], orders: [], swept: [] };
  const known = members.flatMap(({ id }) => findRegistration(before, id) ?? []).map(asBefore);

  /** All of them with one outcome; an id that has a row keeps it. */
  const write = (tables: Tables, outcome: Outcome, seatOf: SeatOf): Entered => {
    const rows = members.flatMap((member, n): RegistrationRow[] => {
      if (findRegistration(before, member.id)) return [];
      const paidAs = member.id === leadId ? null : leadId;
      return [{ ...unseated(member, outcome), paidAs, share, ...seatOf(n) }];
    });
    const written = does(rules, 'all of a group are written') ? rows : rows.slice(0, -1);
    const decisions = written.map(({ id, number }) => ({
      registrationId: id,
      outcome,
      ...(number !== null && { number }),
    }));
    return { tables: { ...tables, registrations: [...tables.registrations, ...written] }, decisions };
  };
  const decide = (tables: Tables, outcome: Outcome, seatOf: SeatOf = () => ({})): Recorded => {
    const all = { ...submitted, registrationId: leadId };
    const part = short > 0 && { amount: amount - short, held: amount };
    const order = outcome === 'confirmed' ? { ...orderOf(all, 'capture'), ...part } : orderOf(all, 'void');
    const written = write(withPayment(tables, order), outcome, seatOf);
    return { ...nothing, ...written, orders: [order] };
  };
  const goOnTheList = (tables: Tables): Tables => {
    const wish = { placeId: newId(), person: leadPerson, isOpen, rank: ranks.authorised, size: members.length };
    return join(tables, wish, rules).tables;
  };

  switch (verdict) {
    case 'as-before': {
      const lead = findRegistration(before, leadId);
      if (lead?.via !== 'sweep' || lead.person !== null || !does(rules, 'a swept runner is known once they come'))
        return { ...nothing, decisions: known };
      // Only now the companions are known: they are refused like the one who paid.
      const named: Tables = {
        ...before,
        registrations: replace(
          before.registrations,
          (row) => row === lead,
          (row) => ({ ...row, person: leadPerson, share }),
        ),
      };
      const { tables, decisions } = does(rules, 'companions are refused with the one who paid')
        ? write(named, 'refused', () => ({}))
        : { tables: named, decisions: [] };
      return { ...nothing, tables: goOnTheList(tables), decisions: [...known, ...decisions], swept: [leadId] };
    }
    case 'defer':
      return { ...nothing, deferred: [leadId] };
    case 'confirm':
    case 'confirm-late': {
      const block = newId();
      const left = [...others];
      const spots = members.map(({ spot }) => (seats.includes(spot) ? spot : left.shift()));
      const taken = others.reduce((sofar, number) => withBlock(sofar, number, block), before);
      const decided = decide(taken, 'confirmed', (n) => {
        const spot = spots[n];
        if (spot === undefined) throw new Error(`There is no spot for everybody who comes with ${leadId}.`);
        const own = seats.includes(spot);
        const seat = { spot, block: own ? submitted.block : block, number: spot, via: own ? 'block' : 'late' } as const;
        return { ...seat, isLive: true };
      });
      const tables = members.reduce((sofar, { person }) => offTheList(sofar, person, rules), decided.tables);
      return { ...decided, tables };
    }
    case 'duplicate': {
      const decided = decide(before, 'duplicate');
      return { ...decided, decisions: [...known, ...decided.decisions] };
    }
    case 'refuse': {
      const decided = decide(before, 'refused');
      const tables = does(rules, 'who was refused goes on the list') ? goOnTheList(decided.tables) : decided.tables;
      return { ...decided, tables };
    }
  }
};
