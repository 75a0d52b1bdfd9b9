import type { Claim } from '../domain/claim';
import type { FeeFigures } from '../domain/money/quote';
import type { Sql } from '../platform/postgres/postgres';
import { unitSql } from './dealing-sql';

/** A money line as the quote has it. Amounts are in the currency's smallest unit. */
export interface NewLine {
  readonly registrationId: string;
  /** The registration that was quoted: its claims are for its companions as well. */
  readonly quoted: string;
  readonly position: number;
  readonly kind: 'entry' | 'item' | 'donation' | 'fee' | 'code' | 'team';
  readonly ref: string;
  readonly label?: string | undefined;
  readonly list: number;
  readonly amount: number;
  /** Absent where nothing is limited. */
  readonly claim?: Claim | undefined;
  /** The person who uses the code, if each person has one use of it. */
  readonly person?: string | undefined;
}

/** A money line as it was written. `amount` is 0 when it is short, and less than quoted for the fee on what is short. */
export interface WrittenLine extends NewLine {
  readonly state: 'given' | 'short' | 'over';
}

interface Needs {
  readonly newId: () => string;
  /** The fee on what a person is charged besides: the function that priced the quote. */
  readonly feeOn: (fee: FeeFigures, charged: number) => number;
}

/** `fee`: the figures that the quote was priced with. */
export type GiveLines = (
  sql: Sql,
  lines: readonly NewLine[],
  fee: (quoted: string) => FeeFigures,
) => Promise<readonly WrittenLine[]>;

interface Key {
  readonly registration_id: string;
  readonly position: number;
}

const keyOf = ({ registrationId, position }: NewLine) => `${registrationId}:${position}`;
const keyOfRow = ({ registration_id, position }: Key) => `${registration_id}:${position}`;

/** How often sellable units are looked for: a look skips locked rows, which may turn out to be sellable. */
const maxLooks = 3;

/**
 * Writes the money lines of registrations that this transaction confirmed. A line of a pool gets the unit that it claims;
 * if that is somebody else's by now, any sellable one; if there is none, it is short, or over when it is a use of a
 * code. A runner who paid in time does not wait for units that others hold.
 */
export const giveLines =
  ({ newId, feeOn }: Needs): GiveLines =>
  async (sql, lines, feeOf) => {
    if (lines.length === 0) return [];
    const given = new Set((await sql.query<Key>(recordClaimed, columns(lines))).map(keyOfRow));
    const isMissing = (line: NewLine) => !given.has(keyOf(line));
    for (const pool of poolsOf(lines.filter(isMissing))) {
      for (let look = 0; look < maxLooks; look++) {
        const late = lines.filter((line) => line.claim?.pool === pool && isMissing(line));
        if (late.length === 0 || !(await isAnySellable(sql, pool))) break;
        for (const row of await recordLateLines(sql, newId(), pool, late)) given.add(keyOfRow(row));
      }
    }
    const missing = lines.filter(isMissing);
    if (missing.length === 0) return lines.map((line) => ({ ...line, state: 'given' }));

    const written = lines.map((line): WrittenLine => {
      if (!isMissing(line)) return { ...line, state: 'given' };
      return line.kind === 'code' ? { ...line, state: 'over' } : { ...line, amount: 0, state: 'short' };
    });
    const without = written.filter(({ state }) => state !== 'given');
    await sql.query(recordWithoutUnit, [
      ...columns(without).slice(0, 8),
      without.map(({ state }) => state),
      without.map(({ person }) => person ?? null),
    ]);
    const final = lowerFees(written, feeOf, feeOn);
    const lowered = final.filter((line, n) => line.kind === 'fee' && line.amount !== written[n]?.amount);
    if (lowered.length > 0)
      await sql.query(setAmounts, [
        lowered.map(({ registrationId }) => registrationId),
        lowered.map(({ position }) => position),
        lowered.map(({ amount }) => amount),
      ]);
    return final;
  };

/** For a person who lacks something, the fee is on what they got. It is never raised. */
const lowerFees = (
  lines: readonly WrittenLine[],
  feeOf: (quoted: string) => FeeFigures,
  feeOn: Needs['feeOn'],
): readonly WrittenLine[] => {
  const lacking = new Set(lines.flatMap(({ state, registrationId }) => (state === 'short' ? registrationId : [])));
  return lines.map((line) => {
    // A fee with a name, such as that of a credit, does not depend on what is charged.
    if (line.kind !== 'fee' || line.ref !== '' || !lacking.has(line.registrationId)) return line;
    const charged = lines
      .filter(({ registrationId, kind }) => registrationId === line.registrationId && kind !== 'fee')
      .reduce((sum, { amount }) => sum + amount, 0);
    return { ...line, amount: Math.min(line.amount, feeOn(feeOf(line.quoted), charged)) };
  });
};

/** In the order in which everybody locks them. */
const poolsOf = (lines: readonly NewLine[]): readonly string[] =>
  [...new Set(lines.flatMap(({ claim }) => claim?.pool ?? []))].sort();

const isAnySellable = async (sql: Sql, pool: string): Promise<boolean> =>
  (await sql.query(`${unitSql.sellable} LIMIT 1`, [pool])).length > 0;

/** Takes sellable units only, as the late path of spots does. Returns the lines that got one. */
const recordLateLines = async (
  sql: Sql,
  block: string,
  pool: string,
  lines: readonly NewLine[],
): Promise<readonly Key[]> => {
  const [ids, ...others] = columns(lines).slice(0, 7);
  const dealt = await sql.query<{ number: number } & { [K in keyof Key]: Key[K] | null }>(recordLate, [
    pool,
    ids,
    ...others,
    lines.map(({ person }) => person ?? null),
    block,
  ]);
  const unused = dealt.flatMap(({ number, registration_id }) => (registration_id === null ? [number] : []));
  if (unused.length > 0) await sql.query(unitSql.releaseUnused, [pool, unused, block]);
  return dealt.flatMap(({ registration_id, position }) =>
    registration_id === null || position === null ? [] : [{ registration_id, position }],
  );
};

/** Lines as parallel arrays, because the text of an UNNEST stays short however long the batch is. */
export const columnsOfLines = (lines: readonly NewLine[]): readonly unknown[][] => [
  lines.map(({ registrationId }) => registrationId),
  lines.map(({ position }) => position),
  lines.map(({ kind }) => kind),
  lines.map(({ ref }) => ref),
  lines.map(({ label }) => label ?? null),
  lines.map(({ list }) => list),
  lines.map(({ amount }) => amount),
];

const columns = (lines: readonly NewLine[]): readonly unknown[][] => [
  ...columnsOfLines(lines),
  lines.map(({ claim }) => claim?.pool ?? null),
  lines.map(({ claim }) => claim?.number ?? null),
  lines.map(({ claim }) => claim?.block ?? null),
  lines.map(({ person }) => person ?? null),
  lines.map(({ quoted }) => quoted),
];

/**
 * Writes lines without a pool, and those whose unit is still theirs: the same number in the same block, and what was
 * claimed directly only by its owner. Units are locked by pool and number, after registrations.
 */
const recordClaimed = `
  WITH m AS (
    SELECT * FROM unnest($1::uuid[], $2::smallint[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[],
                         $8::uuid[], $9::int[], $10::uuid[], $11::text[], $12::uuid[])
      AS m (registration_id, position, kind, ref, label, list, amount, pool_id, unit, block, person, quoted)
  ), u AS (
    SELECT u.pool_id, u.number, u.block FROM m JOIN unit u ON u.pool_id = m.pool_id AND u.number = m.unit
    ORDER BY u.pool_id, u.number FOR NO KEY UPDATE OF u
  )
  INSERT INTO registration_line
    (registration_id, position, kind, ref, label, list, amount, pool_id, unit, block, person, state)
  SELECT DISTINCT m.registration_id, m.position, m.kind, m.ref, m.label, m.list, m.amount, m.pool_id, u.number, u.block,
         m.person, 'given'
  FROM m LEFT JOIN u ON u.pool_id = m.pool_id AND u.number = m.unit AND u.block = m.block
  WHERE m.pool_id IS NULL
     OR u.number IS NOT NULL
        AND (SELECT b.owner IS NULL OR b.owner = m.quoted FROM unit_block b WHERE b.id = m.block)
  ORDER BY m.registration_id, m.position
  ON CONFLICT DO NOTHING
  RETURNING registration_id, position`;

/** $1: the pool; $10: the block that the taken units go to. Returns each unit taken, with the line that got it, if any. */
const recordLate = `
  WITH m AS (
    SELECT *, row_number() OVER (ORDER BY place) AS n
    FROM unnest($2::uuid[], $3::smallint[], $4::text[], $5::text[], $6::text[], $7::int[], $8::int[], $9::text[])
      WITH ORDINALITY AS m (registration_id, position, kind, ref, label, list, amount, person, place)
  ), ${unitSql.late('cardinality($2::uuid[])', '$10')}, written AS (
    INSERT INTO registration_line
      (registration_id, position, kind, ref, label, list, amount, pool_id, unit, block, person, state)
    SELECT m.registration_id, m.position, m.kind, m.ref, m.label, m.list, m.amount, $1, d.number, $10, m.person, 'given'
    FROM m JOIN dealt d USING (n)
    ON CONFLICT DO NOTHING
    RETURNING registration_id, position, unit
  )
  SELECT d.number, w.registration_id, w.position FROM dealt d LEFT JOIN written w ON w.unit = d.number`;

/** $8: pools; $9: states; $10: who has a use beyond the limit, because they have used the code all the same. */
const recordWithoutUnit = `
  INSERT INTO registration_line (registration_id, position, kind, ref, label, list, amount, pool_id, state, person)
  SELECT * FROM unnest($1::uuid[], $2::smallint[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[], $8::uuid[], $9::text[], $10::text[])
  ON CONFLICT DO NOTHING`;

const setAmounts = `
  UPDATE registration_line l SET amount = m.amount
  FROM unnest($1::uuid[], $2::smallint[], $3::int[]) AS m (registration_id, position, amount)
  WHERE l.registration_id = m.registration_id AND l.position = m.position`;

/** Says whether the giver of what a registration gave to fundraisers is named there. The caller holds the lock on the registration. */
export const nameDonor = async (sql: Sql, registrationId: string, isNamed: boolean): Promise<void> => {
  await sql.query(
    'UPDATE registration_line SET is_public = $2 WHERE registration_id = $1 AND fundraiser_id IS NOT NULL',
    [registrationId, isNamed],
  );
};
