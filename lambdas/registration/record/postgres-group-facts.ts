import { type Member, type Outcome, payerIn, personIn, type Submission } from '../../domain/registration';
import { lockEvent, mayComeBackToGroup } from '../../ledger/event-sql';
import type { Sql } from '../../platform/postgres/postgres';
import { type GroupFacts, type Verdict, verdictOnGroup } from './verdict';

/** What the database has for one member. */
export interface MemberState {
  readonly id: string;
  readonly outcome: Outcome | null;
  readonly number: number | null;
  readonly same_person: boolean;
  /** Somebody is registered on this member's seat. */
  readonly occupied: boolean;
}

interface Others {
  /** Spots that are locked for the group, at most as many as it misses. */
  readonly sellable: readonly number[];
  readonly mayCome: number;
  readonly isWaitedFor: boolean;
}

export interface GroupDecision extends Pick<Others, 'sellable'> {
  readonly verdict: Verdict;
  /** In the order of the members. */
  readonly seen: readonly MemberState[];
  /** The group's own spots that it still has. */
  readonly seats: readonly number[];
}

/** Locks the event and then the spots that the verdict uses, and decides the group. */
export const lockAndDecide = async (
  sql: Sql,
  submission: Submission,
  members: readonly Member[],
): Promise<GroupDecision> => {
  const { eventId } = submission.hold;
  await sql.query(lockEvent, [eventId]);
  const own = await lockOwn(sql, submission, members);
  const seen = await lookAt(sql, submission, members);
  const seats = members.filter(({ spot }, n) => own.has(spot) && !seen[n]?.occupied).map(({ spot }) => spot);
  const verdict = verdictOnGroup(
    factsOf(submission, members, seen, seats, { sellable: [], mayCome: 0, isWaitedFor: true }),
  );
  if (verdict !== 'refuse') return { verdict, seen, seats, sellable: [] };

  // With its own spots alone the group would be refused. Only now other spots are looked for, and then the members once
  // more.
  const others = await lookForOthers(sql, eventId, seats, members.length - seats.length);
  const again = await lookAt(sql, submission, members);
  const second = verdictOnGroup(factsOf(submission, members, again, seats, others));
  return { verdict: second, seen: again, seats, sellable: others.sellable };
};

/**
 * The group's seats that nobody took from it. Whether somebody is registered on one of them, only the next statement
 * sees.
 */
const lockOwn = async (sql: Sql, { hold, runner }: Submission, members: readonly Member[]) => {
  const rows = await sql.query<{ number: number }>(lockSeats, [
    hold.eventId,
    members.map(({ spot }) => spot),
    hold.block,
    payerIn({ hold, runner }),
  ]);
  return new Set(rows.map(({ number }) => number));
};

export const lookAt = (sql: Sql, submission: Submission, members: readonly Member[]) =>
  sql.query<MemberState>(lookAtMembers, [
    submission.hold.eventId,
    members.map(({ registrationId }) => registrationId),
    members.map((member) => personIn(submission, member)),
    members.map(({ spot }) => spot),
  ]);

const lookForOthers = async (sql: Sql, eventId: string, seats: readonly number[], missing: number): Promise<Others> => {
  const sellable = await sql.query<{ number: number }>(lockSellable, [eventId, missing]);
  const [about] = await sql.query<{ may_come: number; waited_for: boolean }>(mayComeBackToGroup, [
    eventId,
    seats,
    missing,
  ]);
  return {
    sellable: sellable.map(({ number }) => number),
    mayCome: about?.may_come ?? 0,
    isWaitedFor: about?.waited_for ?? true,
  };
};

const factsOf = (
  submission: Submission,
  members: readonly Member[],
  [lead, ...companions]: readonly MemberState[],
  seats: readonly number[],
  { sellable, mayCome, isWaitedFor }: Others,
): GroupFacts => ({
  before: lead?.outcome ?? undefined,
  isAnyIn:
    [lead, ...companions].some((one) => one?.same_person) ||
    companions.some(({ outcome }) => outcome !== null) ||
    new Set(members.map((member) => personIn(submission, member))).size < members.length,
  size: members.length,
  held: seats.length,
  sellable: sellable.length,
  mayCome,
  isWaitedFor,
});

// The statements run under the event's lock. $1 is the event.

/**
 * The seats ($2) that are still in the block they were dealt from ($3); seats of an offer count only for its owner
 * ($4). Locked in the writer's order.
 */
const lockSeats = `
  SELECT s.number FROM spot s JOIN block b ON b.id = s.block AND (b.owner IS NULL OR b.owner = $4)
  WHERE s.event_id = $1 AND s.number = ANY ($2::int[]) AND s.block = $3
  ORDER BY s.number FOR NO KEY UPDATE OF s`;

/**
 * What is recorded for each member, and on their seat. It is a statement of its own, because one that waits for a lock
 * does not see what the lock's holder committed. LATERAL … LIMIT 1 keeps the plan on the indexes, as in `classify`.
 */
const lookAtMembers = `
  SELECT m.id, r.outcome, r.number, p.found IS NOT NULL AS same_person, o.found IS NOT NULL AS occupied
  FROM unnest($2::uuid[], $3::text[], $4::int[]) WITH ORDINALITY AS m (id, person, spot, place)
  LEFT JOIN LATERAL (SELECT outcome, number FROM registration WHERE id = m.id LIMIT 1) r ON true
  LEFT JOIN LATERAL (
    SELECT 1 AS found FROM registration WHERE event_id = $1 AND person_key(person) = person_key(m.person) AND live LIMIT 1
  ) p ON true
  LEFT JOIN LATERAL (SELECT 1 AS found FROM registration WHERE event_id = $1 AND spot = m.spot LIMIT 1) o ON true
  ORDER BY m.place`;

/** Sellable spots only, as many as are missing ($2): locked here, and taken when they are enough. */
export const lockSellable = `
  SELECT number FROM spot WHERE event_id = $1 AND block IS NULL ORDER BY number LIMIT $2 FOR UPDATE SKIP LOCKED`;
