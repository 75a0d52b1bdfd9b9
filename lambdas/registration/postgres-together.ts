import type { Sql } from '../platform/postgres/postgres';
import type { Recorded } from './ports';
import { orderWhatFollows, updateWaitingList } from './postgres-consequences';
import { type Judged, judge, lookAt, type Seen } from './postgres-group-facts';
import type { CompleteSwept } from './postgres-swept-runners';
import {
  type Decision,
  type Member,
  membersOf,
  type Outcome,
  personOf,
  type Submission,
  shareOf,
} from './registration';
import { findOutcome, noteShare, takeLocked, writeMembers } from './together-sql';

interface Needs {
  readonly newId: () => string;
  readonly completeSwept: CompleteSwept;
}

interface Row {
  readonly member: Member;
  readonly spot: { readonly number: number; readonly block: string; readonly via: 'block' | 'late' } | undefined;
}

/**
 * Decides those who register together: all of them get a spot, or nobody does. In a transaction of their own, under the
 * event's lock; whoever writes one of them at the same moment makes the insert fail (23505), and all of it is done again.
 */
export const recordTogether = async (sql: Sql, needs: Needs, submission: Submission): Promise<Recorded> => {
  const { eventId, registrationId: leadId } = submission.hold;
  const { newId } = needs;
  const members = membersOf(submission);
  // A repeat takes no lock that every cut waits for: anybody can send what is decided again and again. What was refused may be a sweep's.
  const [lead] = await sql.query<{ outcome: Outcome }>(findOutcome, [leadId]);
  if (lead && lead.outcome !== 'refused')
    return { decisions: asBefore(await lookAt(sql, eventId, members)), deferred: [], outbox: [] };
  const judged = await judge(sql, submission, members);
  const { seen, sellable } = judged;
  const order = (outcome: Outcome) => orderWhatFollows(sql, newId, [{ submission, outcome }]);

  switch (judged.verdict) {
    case 'as-before':
      return answerAsBefore(sql, needs, submission, seen);
    case 'defer':
      return { decisions: [], deferred: [leadId], outbox: [] };
    case 'confirm':
    case 'confirm-late': {
      const late = newId();
      if (sellable.length > 0) await sql.query(takeLocked, [eventId, sellable, late]);
      const decisions = await write(sql, submission, 'confirmed', withSpot(submission, members, judged, late));
      const confirmed = members.map(({ runner }) => personOf(runner));
      await updateWaitingList(sql, newId, eventId, { confirmed, refused: [] });
      return { decisions, deferred: [], outbox: await order('confirmed') };
    }
    case 'duplicate': {
      const decisions = await write(sql, submission, 'duplicate', withoutSpot(members, seen));
      return { decisions: [...asBefore(seen), ...decisions], deferred: [], outbox: await order('duplicate') };
    }
    case 'refuse': {
      const decisions = await write(sql, submission, 'refused', withoutSpot(members, seen));
      await updateWaitingList(sql, newId, eventId, { confirmed: [], refused: [submission] });
      return { decisions, deferred: [], outbox: await order('refused') };
    }
  }
};

/** Everybody keeps the seat that is still his; the others get what was found for them. */
const withSpot = (
  { hold }: Submission,
  members: readonly Member[],
  { seats, sellable }: Judged,
  block: string,
): readonly Row[] => {
  const left = [...sellable];
  return members.map((member) => {
    if (seats.includes(member.spot))
      return { member, spot: { number: member.spot, block: hold.block, via: 'block' as const } };
    const number = left.shift();
    if (number === undefined) throw new Error(`there is no spot for everybody who comes with ${hold.registrationId}`);
    return { member, spot: { number, block, via: 'late' as const } };
  });
};

/** An id that has a row keeps it. */
const withoutSpot = (members: readonly Member[], seen: readonly Seen[]): readonly Row[] =>
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
    shareOf(submission),
    hold.waiverHash,
    submittedAt,
    rows.map(({ member }) => member.registrationId),
    rows.map(({ member }) => personOf(member.runner)),
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

const asBefore = (seen: readonly Seen[]): readonly Decision[] =>
  seen.flatMap(({ id, outcome, number }) =>
    outcome ? [{ registrationId: id, outcome, ...(number !== null && { number }), isRepeat: true as const }] : [],
  );

/** Of whom his sweep overtook it is known only now that others came with him: they are refused as he was. */
const answerAsBefore = async (
  sql: Sql,
  { newId, completeSwept }: Needs,
  submission: Submission,
  seen: readonly Seen[],
): Promise<Recorded> => {
  const decisions = asBefore(seen);
  const swept = await completeSwept(sql, [submission], decisions);
  if (swept.length === 0) return { decisions, deferred: [], outbox: [] };
  const { eventId, registrationId } = submission.hold;
  await sql.query(noteShare, [registrationId, shareOf(submission)]);
  const others = await write(sql, submission, 'refused', withoutSpot(membersOf(submission), seen));
  await updateWaitingList(sql, newId, eventId, { confirmed: [], refused: swept });
  return { decisions: [...decisions, ...others], deferred: [], outbox: [] };
};
