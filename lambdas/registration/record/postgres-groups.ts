import {
  type Decision,
  type Member,
  membersOf,
  type Outcome,
  personIn,
  type Submission,
  shareOf,
} from '../../domain/registration';
import { orderFollowUps, updateWaitingList } from '../../ledger/postgres-follow-ups';
import type { Sql } from '../../platform/postgres/postgres';
import type { Recorded } from '../ports';
import { type GroupDecision, lockAndDecide, lookAt, type MemberState } from './postgres-group-facts';
import type { AttachRunner } from './postgres-late-submissions';
import { findInGroup } from './postgres-limit-groups';
import { type LineNeeds, linesOf, recordLines } from './postgres-money-lines';

interface Needs extends LineNeeds {
  readonly attachRunner: AttachRunner;
}

interface Row {
  readonly member: Member;
  readonly spot: { readonly number: number; readonly block: string; readonly via: 'block' | 'late' } | undefined;
}

/**
 * Decides a group: all members get a spot, or nobody does. It runs in a transaction of its own, under the event's lock.
 * If another transaction writes one of the members at the same moment, the insert fails (23505) and all of it is
 * retried.
 */
export const recordGroup = async (sql: Sql, needs: Needs, submission: Submission): Promise<Recorded> => {
  const { eventId, registrationId: leadId } = submission.hold;
  const { newId } = needs;
  const members = membersOf(submission);
  // A repeat takes no lock that every cut waits for: anybody can send a decided submission again and again. A refused
  // one may have been refused by a sweep, so it goes on.
  const [lead] = await sql.query<{ outcome: Outcome }>(findOutcome, [leadId]);
  if (lead && lead.outcome !== 'refused')
    return { decisions: asBefore(await lookAt(sql, submission, members)), deferred: [], outbox: [] };
  const judged = await lockAndDecide(sql, submission, members);
  const { seen, sellable } = judged;
  const isIn = judged.verdict !== 'as-before' && (await findInGroup(sql, [submission])).length > 0;
  const verdict = isIn ? 'duplicate' : judged.verdict;
  const order = async (outcome: Outcome, rows: readonly Row[]) => {
    const ids = new Set(rows.map(({ member }) => member.registrationId));
    const written = await recordLines(sql, needs, [{ submission, outcome }], ids);
    return { outbox: await orderFollowUps(sql, newId, written), lines: linesOf(written) };
  };

  switch (verdict) {
    case 'as-before':
      return answerAsBefore(sql, needs, submission, seen);
    case 'defer':
      return { decisions: [], deferred: [leadId], outbox: [] };
    case 'confirm':
    case 'confirm-late': {
      const late = newId();
      if (sellable.length > 0) await sql.query(takeLocked, [eventId, sellable, late]);
      const rows = withSpot(submission, members, judged, late);
      const decisions = await write(sql, submission, 'confirmed', rows);
      const confirmed = members.map((member) => personIn(submission, member));
      await updateWaitingList(sql, newId, eventId, { confirmed, refused: [] });
      return { decisions, deferred: [], ...(await order('confirmed', rows)) };
    }
    case 'duplicate': {
      const rows = withoutSpot(members, seen);
      const decisions = await write(sql, submission, 'duplicate', rows);
      return { decisions: [...asBefore(seen), ...decisions], deferred: [], ...(await order('duplicate', rows)) };
    }
    case 'refuse': {
      const rows = withoutSpot(members, seen);
      const decisions = await write(sql, submission, 'refused', rows);
      await updateWaitingList(sql, newId, eventId, { confirmed: [], refused: [submission] });
      return { decisions, deferred: [], ...(await order('refused', rows)) };
    }
  }
};

/** Members keep the seats they still have; the others get the spots that were found for them. */
const withSpot = (
  { hold }: Submission,
  members: readonly Member[],
  { seats, sellable }: GroupDecision,
  block: string,
): readonly Row[] => {
  const left = [...sellable];
  return members.map((member) => {
    if (seats.includes(member.spot))
      return { member, spot: { number: member.spot, block: hold.block, via: 'block' as const } };
    const number = left.shift();
    if (number === undefined) throw new Error(`the group of ${hold.registrationId} has fewer spots than members`);
    return { member, spot: { number, block, via: 'late' as const } };
  });
};

/** An id that has a row keeps it. */
const withoutSpot = (members: readonly Member[], seen: readonly MemberState[]): readonly Row[] =>
  members.filter((_, n) => seen[n]?.outcome === null).map((member) => ({ member, spot: undefined }));

const write = async (
  sql: Sql,
  submission: Submission,
  outcome: Outcome,
  rows: readonly Row[],
): Promise<readonly Decision[]> => {
  const { hold, submittedAt } = submission;
  await sql.query(writeMembers, [
    hold.eventId,
    outcome,
    hold.registrationId,
    shareOf(submission, submission.hold.registrationId),
    hold.waiverHash || null,
    submittedAt,
    rows.map(({ member }) => member.registrationId),
    rows.map(({ member }) => personIn(submission, member)),
    rows.map(({ member }) => JSON.stringify(member.runner)),
    rows.map(({ spot }) => spot?.number ?? null),
    rows.map(({ spot }) => spot?.block ?? null),
    rows.map(({ spot }) => spot?.via ?? 'none'),
    hold.sessionHash,
  ]);
  return rows.map(({ member: { registrationId }, spot }) => ({
    registrationId,
    outcome,
    ...(spot && { number: spot.number }),
  }));
};

const asBefore = (seen: readonly MemberState[]): readonly Decision[] =>
  seen.flatMap(({ id, outcome, number }) =>
    outcome ? [{ registrationId: id, outcome, ...(number !== null && { number }), isRepeat: true as const }] : [],
  );

/** When a sweep overtook the group's submission, only now the companions are known: they are refused as well. */
const answerAsBefore = async (
  sql: Sql,
  needs: Needs,
  submission: Submission,
  seen: readonly MemberState[],
): Promise<Recorded> => {
  const { newId, attachRunner } = needs;
  const decisions = asBefore(seen);
  const swept = await attachRunner(sql, [submission], decisions);
  if (swept.length === 0) return { decisions, deferred: [], outbox: [] };
  const { eventId, registrationId } = submission.hold;
  await sql.query(setShare, [registrationId, shareOf(submission, submission.hold.registrationId)]);
  const others = await write(sql, submission, 'refused', withoutSpot(membersOf(submission), seen));
  await recordLines(sql, needs, [{ submission, outcome: 'refused' }]);
  await updateWaitingList(sql, newId, eventId, { confirmed: [], refused: swept });
  return { decisions: [...decisions, ...others], deferred: [], outbox: [] };
};

// The statements run under the event's lock. $1 is the event, or what the statement says.

/** Takes locked spots ($2) into a block of their own ($3). */
const takeLocked = 'UPDATE spot SET block = $3 WHERE event_id = $1 AND number = ANY ($2::int[]) AND block IS NULL';

/**
 * Writes all members with one outcome ($2), the registration that pays ($3) and each member's share ($4). Without ON
 * CONFLICT: if another transaction was faster with one of the ids, persons or spots, all of this is undone, and the
 * retry sees it.
 */
export const writeMembers = `
  INSERT INTO registration
    (id, event_id, person, outcome, live, spot, block, number, via, runner, waiver_hash, submitted_at, paid_as, share,
     session_hash)
  SELECT m.id, $1, m.person, $2, m.spot IS NOT NULL, m.spot, m.block, m.spot, m.via, m.runner::jsonb, $5, $6,
         nullif($3::uuid, m.id), $4, $13
  FROM unnest($7::uuid[], $8::text[], $9::text[], $10::int[], $11::uuid[], $12::text[])
    AS m (id, person, runner, spot, block, via)
  ORDER BY m.spot, m.id`;

/** A sweep that came first did not know that the payment was for a group. $1: the registration that pays. */
const setShare = 'UPDATE registration SET share = $2 WHERE id = $1 AND share IS NULL';

/** Read without a lock, because a decision is never changed. $1: the registration that pays. */
const findOutcome = 'SELECT outcome FROM registration WHERE id = $1';
