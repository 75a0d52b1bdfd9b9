import type { Entry, RaceFacts } from '../history';
import type { GoodsLine } from '../world/goods';
import { findings, type Violation } from './violation';

const keyOf = ({ registrationId, position }: GoodsLine) => `${registrationId} ${position}`;

/** Faults after which a cache may have dealt a use twice, or a message may come when its block has ended. */
const mayLie = /^(cache|session|queue|database|clock|stalled|killed)/;

/** What was given, and what was charged for it, in a race with a form. */
export const checkGoods = (history: readonly Entry[], { stock }: RaceFacts): readonly Violation[] => {
  const { violations, insist } = findings();
  if (!stock) return violations;
  const units = new Map<string, string | null>();
  for (const [pool, count] of Object.entries(stock))
    for (let number = 1; number <= count; number++) units.set(`${pool} ${number}`, null);
  const lines = new Map<string, GoodsLine>();
  /** As they were when they were decided. */
  const decided = new Map<string, GoodsLine>();
  const members = new Map<string, readonly string[]>();
  const quoted = new Map<string, number[]>();
  const opened = new Map<string, string>();
  const fees = new Set<string>();
  let isFaulty = false;
  let end = 0;

  const chargedFor = (lead: string) => {
    const ids = [lead, ...(members.get(lead) ?? [])];
    return [...decided.values()].filter(({ registrationId }) => ids.includes(registrationId));
  };
  const sum = (some: readonly GoodsLine[], of: 'amount' | 'quoted') =>
    some.reduce((total, line) => total + line[of], 0);

  for (const entry of history) {
    end = entry.step;
    const { step } = entry;
    if (entry.kind === 'fault') isFaulty ||= mayLie.test(entry.fault);
    if (entry.kind === 'submit' && entry.trick === undefined) members.set(entry.registrationId, entry.companions);
    if (entry.kind === 'quoted' && entry.total !== undefined)
      quoted.set(entry.registrationId, [...(quoted.get(entry.registrationId) ?? []), entry.total]);
    if (entry.kind === 'quoted' && entry.people) {
      const { registrationId, total = 0, people } = entry;
      const added = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
      insist(
        added(people.map(({ share }) => share)) === total,
        'Q3',
        step,
        `the shares of ${registrationId} are not ${total}`,
      );
      for (const { share, amounts } of people) {
        insist(
          added(amounts) === share,
          'Q3',
          step,
          `${share} of ${registrationId} is not the sum of ${amounts.join()}`,
        );
        insist(Math.min(...amounts) >= 0, 'Q3', step, `${registrationId} has a line of less than nothing`);
      }
    }
    // What passing a spot on costs is a payment of its own: see check-money.ts.
    if (entry.kind === 'fee-quoted') fees.add(entry.registrationId);
    if (entry.kind === 'opened') {
      const other = opened.get(entry.registrationId);
      insist(other === undefined, 'Q6', step, `${entry.registrationId} has a second payment beside ${other}`);
      opened.set(entry.registrationId, entry.authorisation);
    }
    const isFee = 'registrationId' in entry && fees.has(entry.registrationId);
    if ((entry.kind === 'authorised' || entry.kind === 'captured') && !isFee) {
      const { registrationId, amount } = entry;
      const totals = quoted.get(registrationId) ?? [];
      const isQuoted = entry.kind === 'authorised' ? totals.includes(amount) : totals.some((total) => amount <= total);
      insist(isQuoted, 'Q2', step, `${amount} of ${registrationId} is ${entry.kind}, and was quoted ${totals.join()}`);
    }
    if (entry.kind === 'captured' && !isFee) {
      const { registrationId, amount } = entry;
      const worth = sum(chargedFor(registrationId), 'amount');
      insist(amount === worth, 'Q2', step, `${registrationId} was charged ${amount} for ${worth}`);
    }
    if (entry.kind !== 'committed') continue;
    for (const { pool, number, block } of entry.changes.units) units.set(`${pool} ${number}`, block);
    for (const line of entry.changes.lines) {
      lines.set(keyOf(line), line);
      if (!decided.has(keyOf(line)) && line.quoted > 0) decided.set(keyOf(line), line);
      if (line.state === 'short' || line.state === 'over') {
        const free = [...units].filter(([unit, block]) => unit.startsWith(`${line.pool} `) && block === null);
        insist(free.length === 0, 'Q5', step, `${line.registrationId} goes without, and ${free.length} are sellable`);
      }
      if (line.state === 'over') insist(isFaulty, 'Q4', step, `${line.registrationId} is beyond the limit`);
    }
    if (entry.changes.lines.length === 0 && entry.changes.units.length === 0) continue;
    const given = [...lines.values()].filter(({ state, unit }) => state === 'given' && unit !== null);
    for (const [pool, count] of Object.entries(stock)) {
      const ofPool = given.filter((line) => line.pool === pool);
      const different = new Set(ofPool.map(({ unit }) => unit)).size;
      insist(ofPool.length === different, 'Q1', step, `of ${pool} one unit is given twice`);
      insist(different <= count, 'Q1', step, `of ${pool} ${different} are given, and there are ${count}`);
    }
    for (const { pool, unit, block } of given)
      insist(units.get(`${pool} ${unit}`) === block, 'Q1', step, `${unit} of ${pool} is given, and in another block`);
  }

  for (const [unit, block] of units) {
    const isGiven = [...lines.values()].some((line) => line.state === 'given' && `${line.pool} ${line.unit}` === unit);
    insist(block === null || isGiven, 'L-Q', end, `${unit} is neither given nor sellable`);
  }
  return violations;
};
