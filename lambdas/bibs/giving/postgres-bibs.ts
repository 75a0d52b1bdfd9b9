import { writeAudit, writeRaceAudit } from '../../ledger/audit';
import type { Postgres, Sql } from '../../platform/postgres/postgres';
import { retryOnConflict } from '../../platform/retry';
import type {
  Assigned,
  Assignment,
  BibChange,
  BibChanged,
  BibImport,
  BibOverview,
  Bibs,
  BibsImported,
  RangesSaved,
  RangesWish,
  Release,
  Released,
  Swap,
  Swapped,
} from '../ports';
import {
  deleteBib,
  findEvents,
  findHeldBibs,
  findNumberless,
  findOne,
  findOverview,
  findOwners,
  findPresent,
  findRace,
  findRunEvents,
  findTaken,
  insertBibs,
  lockBib,
  lockedPlan,
  lockLive,
  makePlan,
  voidBib,
  voidFormer,
} from './bib-sql';
import { type BibRange, findOverlap, type Given, inOrder, type Numberless, planBibs } from './give-bibs';
import { type HeldBib, planChanges, readBibFile } from './plan-file';

interface Needs {
  readonly postgres: Postgres;
  readonly hash: (content: string) => string;
  readonly random: () => number;
}

/** How many of a batch are shown. */
const sampleSize = 20;

/** The numbers of races, in the primary database. */
export class PostgresBibs implements Bibs {
  readonly #postgres: Postgres;
  readonly #hash: Needs['hash'];
  readonly #random: Needs['random'];

  constructor({ postgres, hash, random }: Needs) {
    this.#postgres = postgres;
    this.#hash = hash;
    this.#random = random;
  }

  async overview(raceId: string): Promise<BibOverview | undefined> {
    const [found] = await this.#postgres.query<{ overview: BibOverview | null }>(findOverview, [raceId]);
    return found?.overview ?? undefined;
  }

  saveRanges({ raceId, ranges, seen, isDryRun }: RangesWish): Promise<RangesSaved> {
    return this.#postgres.transaction(async (sql) => {
      const plan = await lockPlan(sql, raceId);
      if (!plan) return { kind: 'no-such-race' };
      if (seen !== undefined && plan.seen !== seen) return { kind: 'changed' };
      const overlap = findOverlap(ranges);
      if (overlap) return { kind: 'overlapping', ranges: overlap };
      const events = (await sql.query<{ id: string }>(findRunEvents, [raceId])).map(({ id }) => id);
      const range = ranges.findIndex(({ eventId }) => !events.includes(eventId));
      if (range >= 0) return { kind: 'no-such-event', range };
      if (isDryRun) return { kind: 'saved' };
      await sql.query('UPDATE bib_plan SET ranges = $2 WHERE race_id = $1', [raceId, JSON.stringify(ranges)]);
      await writeRaceAudit(sql, raceId, 'bib-ranges-saved', { ranges: ranges.length });
      return { kind: 'saved' };
    });
  }

  assign({ raceId, eventId, order, isDryRun }: Assignment): Promise<Assigned> {
    return this.#postgres.transaction(
      async (sql) => {
        const plan = await lockPlan(sql, raceId);
        if (!plan) return { kind: 'no-such-race' };
        if (plan.ranges.length === 0) return { kind: 'no-ranges' };
        const found = await sql.query<Numberless>(findNumberless, [raceId, eventId ?? null]);
        const people = inOrder(found, order, this.#random);
        const taken = new Set((await sql.query<{ number: number }>(findTaken, [raceId])).map(({ number }) => number));
        const { given, left } = planBibs(people, plan.ranges, (number) => taken.has(number));
        if (!isDryRun && given.length > 0) {
          await sql.query(insertBibs, [raceId, ...columnsOf(given)]);
          await writeRaceAudit(sql, raceId, 'bibs-given', { given: given.length, left: left.length, order });
        }
        const byId = new Map(people.map((person) => [person.registrationId, person]));
        const sample = given.slice(0, sampleSize).flatMap((one) => {
          const person = byId.get(one.registrationId);
          return person
            ? [{ ...one, firstName: person.firstName, lastName: person.lastName, eventId: person.eventId }]
            : [];
        });
        return { kind: 'assigned', given: given.length, sample, left };
      },
      { retryOn: retryOnConflict },
    );
  }

  change({ registrationId, number, reason, isDryRun }: BibChange): Promise<BibChanged> {
    return this.#postgres.transaction(
      async (sql) => {
        const [of] = await sql.query<{ raceId: string; eventId: string; isRun: boolean }>(findRace, [registrationId]);
        if (!of) return { kind: 'not-found' };
        if (!of.isRun) return { kind: 'not-run' };
        const { raceId, eventId } = of;
        const plan = await lockPlan(sql, raceId);
        const liveness = await lockRegistrations(sql, raceId, [registrationId]);
        if (!liveness.get(registrationId)) return { kind: 'ended' };
        const wanted = number ?? (await nextFor(sql, raceId, registrationId, plan?.ranges ?? []));
        if (typeof wanted === 'string') return { kind: wanted };
        const held = await findHeld(sql, raceId, [registrationId], [wanted]);
        const before = held.find((one) => one.registrationId === registrationId && !one.isVoid)?.number;
        const { changes, refused } = planChanges([{ registrationId, number: wanted }], liveness, held);
        const owner = refused.length > 0 ? held.find((one) => one.number === wanted) : undefined;
        if (owner) {
          const isLive = (await lockRegistrations(sql, raceId, [owner.registrationId])).get(owner.registrationId);
          return { kind: 'taken', by: owner.registrationId, had: owner.isVoid || !isLive };
        }
        if (!isDryRun && changes.length > 0) {
          await give(sql, raceId, changes);
          const detail = { number: wanted, ...(before !== undefined && { before }), ...(reason && { reason }) };
          await writeAudit(sql, [{ actor: 'director', action: 'bib-given', eventId, registrationId, detail }]);
        }
        const isChanged = changes.length > 0;
        return { kind: 'changed', number: wanted, isChanged, ...(before !== undefined && { before }) };
      },
      { retryOn: retryOnConflict },
    );
  }

  swap({ raceId, numbers: [one, other], reason, isDryRun }: Swap): Promise<Swapped> {
    return this.#postgres.transaction(
      async (sql) => {
        await lockPlan(sql, raceId);
        const owners = await lockOwners(sql, raceId, [one, other]);
        const [ofOne, ofOther] = [owners.get(one), owners.get(other)];
        if (ofOne === undefined || ofOther === undefined) return { kind: 'nobodys', number: ofOne ? other : one };
        if (!isDryRun && one !== other) {
          const changes = [
            { registrationId: ofOne, number: other },
            { registrationId: ofOther, number: one },
          ];
          await give(sql, raceId, changes);
          await auditOf(sql, 'bib-swapped', changes, reason);
        }
        return { kind: 'swapped', registrationIds: [ofOne, ofOther] };
      },
      { retryOn: retryOnConflict },
    );
  }

  release({ raceId, number, mayReuse, reason, isDryRun }: Release): Promise<Released> {
    return this.#postgres.transaction(
      async (sql) => {
        await lockPlan(sql, raceId);
        const [found] = await sql.query<{ registrationId: string; isIn: boolean }>(lockBib, [raceId, number]);
        if (!found) return { kind: 'nobodys' };
        const { registrationId, isIn } = found;
        if (isIn) return { kind: 'handed-out' };
        if (!isDryRun) {
          await sql.query(mayReuse ? deleteBib : voidBib, [raceId, number]);
          await auditOf(sql, mayReuse ? 'bib-freed' : 'bib-taken-back', [{ registrationId, number }], reason);
        }
        return { kind: 'released', registrationId };
      },
      { retryOn: retryOnConflict },
    );
  }

  importFile({ raceId, csv, hash, isDryRun }: BibImport): Promise<BibsImported> {
    const file = readBibFile(csv);
    if (file.kind !== 'rows') return Promise.resolve({ kind: 'unreadable', why: file });
    const { rows, empty } = file;
    return this.#postgres.transaction(
      async (sql) => {
        if (!(await lockPlan(sql, raceId))) return { kind: 'no-such-race' };
        const ids = rows.map(({ registrationId }) => registrationId);
        const numbers = rows.map(({ number }) => number);
        const liveness = await lockRegistrations(sql, raceId, ids);
        const held = await findHeld(sql, raceId, ids, numbers);
        const { changes, unchanged, refused } = planChanges(rows, liveness, held);
        // What is replaced is a part of it, so that nobody applies a file to other numbers than they saw.
        const fingerprint = this.#hash(JSON.stringify([raceId, rows, held])).slice(0, 16);
        if (!isDryRun && fingerprint !== hash) return { kind: 'not-tried' };
        if (!isDryRun && changes.length > 0) {
          await give(sql, raceId, changes);
          await writeRaceAudit(sql, raceId, 'bibs-imported', { changed: changes.length, refused: refused.length });
        }
        const lines = new Map(rows.map(({ line, registrationId }) => [registrationId, line]));
        const notGiven = refused.map(({ registrationId, number, why }) => ({
          line: lines.get(registrationId) ?? 0,
          number,
          reason: why,
        }));
        return {
          kind: 'imported',
          hash: fingerprint,
          changed: changes.length,
          unchanged,
          empty,
          refused: [...file.refused, ...notGiven].sort((a, b) => a.line - b.line),
        };
      },
      { retryOn: retryOnConflict },
    );
  }
}

interface Plan {
  readonly ranges: readonly BibRange[];
  readonly seen: string;
}

/** Whoever gives numbers of a race waits here for the others. Undefined: there is no such race. */
const lockPlan = async (sql: Sql, raceId: string): Promise<Plan | undefined> => {
  await sql.query(makePlan, [raceId]);
  const [plan] = await sql.query<Plan>(lockedPlan, [raceId]);
  return plan;
};

/** Whether each has a spot. While they are locked, none of them passes their spot on, and with it their number. */
const lockRegistrations = async (sql: Sql, raceId: string, ids: readonly string[]): Promise<Map<string, boolean>> =>
  new Map(
    (await sql.query<{ id: string; live: boolean }>(lockLive, [raceId, ids])).map(
      ({ id, live }) => [id, live] as const,
    ),
  );

/** The registrations that have these numbers and a spot, locked. */
const lockOwners = async (sql: Sql, raceId: string, numbers: readonly number[]): Promise<Map<number, string>> => {
  const find = () => sql.query<{ number: number; registrationId: string }>(findOwners, [raceId, numbers]);
  for (;;) {
    const before = await find();
    const ids = before.map(({ registrationId }) => registrationId);
    const liveness = await lockRegistrations(sql, raceId, ids);
    const now = await find();
    // One of them was passed on before it was locked.
    if (now.some(({ registrationId }) => !liveness.has(registrationId))) continue;
    return new Map(
      now.flatMap(({ number, registrationId }) =>
        liveness.get(registrationId) ? [[number, registrationId] as const] : [],
      ),
    );
  }
};

const findHeld = (sql: Sql, raceId: string, ids: readonly string[], numbers: readonly number[]) =>
  sql.query<HeldBib>(findHeldBibs, [raceId, ids, numbers]);

/** The next number for one person, as a batch would give it; or why there is none. */
const nextFor = async (sql: Sql, raceId: string, registrationId: string, ranges: readonly BibRange[]) => {
  const [present] = await sql.query<{ number: number }>(findPresent, [registrationId]);
  if (present) return present.number;
  const [person] = await sql.query<Numberless>(findOne, [registrationId]);
  const taken = new Set((await sql.query<{ number: number }>(findTaken, [raceId])).map(({ number }) => number));
  const { given, left } = planBibs(person ? [person] : [], ranges, (number) => taken.has(number));
  return given[0]?.number ?? left[0]?.why ?? 'no-range';
};

/** Each number that somebody leaves is void, unless it is given to another in the same change. */
const give = async (sql: Sql, raceId: string, changes: readonly Given[]): Promise<void> => {
  const [ids, numbers] = columnsOf(changes);
  await sql.query('DELETE FROM bib WHERE race_id = $1 AND number = ANY ($2::int[])', [raceId, numbers]);
  await sql.query(voidFormer, [ids]);
  await sql.query(insertBibs, [raceId, ids, numbers]);
};

const columnsOf = (given: readonly Given[]) =>
  [given.map(({ registrationId }) => registrationId), given.map(({ number }) => number)] as const;

const auditOf = async (sql: Sql, action: string, changes: readonly Given[], reason: string | undefined) => {
  const events = await sql.query<{ id: string; eventId: string }>(findEvents, [columnsOf(changes)[0]]);
  const eventOf = new Map(events.map(({ id, eventId }) => [id, eventId]));
  await writeAudit(
    sql,
    changes.map(({ registrationId, number }) => ({
      actor: 'director',
      action,
      eventId: eventOf.get(registrationId) ?? '',
      registrationId,
      detail: { number, ...(reason && { reason }) },
    })),
  );
};
