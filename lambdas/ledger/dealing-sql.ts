/**
 * Statements that deal limited things: spots of an event, or units of a pool. Both are numbered rows. A row is sellable
 * while it is in no block, and is taken by a row that carries its number and its block under a unique key.
 */
interface Tables {
  /** The table of what is limited. The other tables name it by `<resource>_id`. */
  readonly resource: 'event' | 'pool';
  readonly unit: 'spot' | 'unit';
  readonly block: 'block' | 'unit_block';
  /** The table whose rows take units, its column for the number, and one that is never null. */
  readonly taken: { readonly table: string; readonly number: string; readonly notNull: string };
  /** SQL: until when a block is dealt that is cut now for `start`; r is the race. */
  readonly dealUntil: (start: string) => string;
  /** SQL: the size of the smallest group that waits for what comes back. */
  readonly smallestWaiting: string;
}

/**
 * Bounds the work of one look, however many blocks there are. When all of these are full, there may be others that are
 * not.
 */
export const maxBlocksLookedAt = 8;
const maxBlocksMarked = 32;

const dealingSql = ({ resource, unit, block, taken, dealUntil, smallestWaiting }: Tables) => {
  const of = `${resource}_id`;

  const openBlocks = (id: string, which: string, most = maxBlocksLookedAt) =>
    `${block} b WHERE b.${of} = ${id} AND NOT b.closed AND NOT b.is_full ${which} ORDER BY b.closes_at LIMIT ${most}`;

  /**
   * The numbers of block `b` that nobody has taken. A number of an open block may be in another block by now, because
   * it was given back and went to somebody else. Each number is looked up by itself: a join would read all that is
   * taken.
   */
  const untaken = (id: string, numbers = '') => `
  SELECT 1 FROM unnest(b.numbers) n
  WHERE (SELECT s.block FROM ${unit} s WHERE s.${of} = ${id} AND s.number = n) = b.id
    AND (SELECT r.${taken.notNull} FROM ${taken.table} r WHERE r.${of} = ${id} AND r.${taken.number} = n) IS NULL ${numbers}`;

  const isHeld = (id: string, which: string, numbers = '') => `
  (EXISTS (SELECT FROM (SELECT b.id, b.numbers FROM ${openBlocks(id, which)}) b WHERE EXISTS (${untaken(id, numbers)}))
    OR (SELECT count(*) FROM (SELECT FROM ${openBlocks(id, which)}) more) = ${maxBlocksLookedAt})`;

  /** What is sellable. $1: of what. */
  const sellable = `SELECT 1 FROM ${unit} WHERE ${of} = $1 AND block IS NULL`;

  const pick = (most: string) =>
    `SELECT number FROM ${unit} WHERE ${of} = $1 AND block IS NULL ORDER BY number LIMIT ${most} FOR UPDATE SKIP LOCKED`;

  const take = (into: string) => `
    UPDATE ${unit} s SET block = ${into} FROM picked WHERE s.${of} = $1 AND s.number = picked.number AND s.block IS NULL`;

  /**
   * Takes up to $5 numbers, and at least $6 or none, into block $2. It is dealt for $3 seconds, and its messages may
   * come in for $4 seconds after the last hold of it. `owner`: the one who may use it.
   */
  const cutBlock = (owner?: string) => `
  WITH picked AS (
    ${pick('$5')}
  ), taken AS (${take('$2')}
      AND (SELECT count(*) FROM picked) >= $6
    RETURNING s.number
  ), deal AS (
    SELECT ${dealUntil('clock_timestamp() + make_interval(secs => $3)')} AS until, r.hold_seconds
    FROM ${resource} e JOIN race r ON r.id = e.race_id WHERE e.id = $1
  )
  INSERT INTO ${block} (id, ${of}, numbers, deal_until, closes_at, hold_seconds${owner ? ', owner' : ''})
  SELECT $2, $1, array_agg(number ORDER BY number), until, until + make_interval(secs => hold_seconds + $4), hold_seconds${owner ? `, ${owner}` : ''}
  FROM taken CROSS JOIN deal GROUP BY until, hold_seconds
  RETURNING id, numbers, deal_until, hold_seconds, false AS expired`;

  const markFull = (lock = '') => `
  UPDATE ${block} f SET is_full = true
  FROM (SELECT b.id, b.numbers FROM ${openBlocks('$1', '', maxBlocksMarked)}${lock}) b
  WHERE f.id = b.id AND NOT EXISTS (${untaken('$1')})
  RETURNING f.id`;

  return {
    openBlocks,
    untaken,
    isHeld,
    sellable,
    cutBlock,

    /** Is any sellable, or held and not taken, so that it may come back? Without SKIP LOCKED: a locked row is not gone. */
    anyLeft: `SELECT EXISTS (${sellable}) OR ${isHeld('$1', '')} AS "left"`,

    /**
     * Marks full blocks, so that they are not looked at again; returns one row for each. A full block stays full: what
     * is given back leaves its block.
     */
    markFull: markFull(),

    /** The same without the lock of what is limited: it waits for nobody, and leaves out what others lock. */
    markSomeFull: markFull(' FOR UPDATE SKIP LOCKED'),

    /** $2: the current block; $3: counts what is sellable up to this. */
    findFacts: `
  SELECT ${smallestWaiting} AS smallest_waiting,
         (SELECT count(*)::int FROM (${sellable} LIMIT $3) s) AS sellable,
         b.id, b.numbers, b.deal_until, b.hold_seconds, b.closed OR b.deal_until <= clock_timestamp() AS expired
  FROM (SELECT) once LEFT JOIN ${block} b ON b.id = $2`,

    countSellable: `
  SELECT count(*)::int AS n FROM (${sellable} LIMIT 2048) s`,

    /** $2: the block that is dealt from now. */
    setCurrent: `UPDATE ${resource} SET current_block = $2 WHERE id = $1`,

    /**
     * Ends block $2 early, $3 seconds after the last hold of it. Uses the clock at this moment, under the lock of what
     * is limited: every number that was dealt was asked for before.
     */
    endBlock: `
  UPDATE ${block} SET closes_at = least(closes_at, clock_timestamp() + make_interval(secs => hold_seconds + $3))
  WHERE ${of} = $1 AND id = $2 AND NOT closed`,

    /** Takes numbers $2 out of block $1. A closed block has given back everything already. */
    shortenBlock: `
  UPDATE ${block} SET numbers = array(SELECT n FROM unnest(numbers) WITH ORDINALITY AS dealt (n, place) WHERE n <> ALL ($2::int[]) ORDER BY place)
  WHERE id = $1 AND NOT closed RETURNING id`,

    closeBlocks: `
  UPDATE ${block} SET closed = true WHERE ${of} = $1 AND NOT closed AND closes_at < clock_timestamp() RETURNING id, numbers`,

    /** Locks numbers $2 of blocks $3, in parallel, in the order in which the writer locks them. */
    lockClosed: `
  SELECT s.number FROM unnest($2::int[], $3::uuid[]) AS c (number, block)
  JOIN ${unit} s ON s.${of} = $1 AND s.number = c.number AND s.block = c.block ORDER BY s.number FOR UPDATE OF s`,

    /** $2: numbers; $3: their block. */
    lockNumbers: `
  SELECT number FROM ${unit} WHERE ${of} = $1 AND number = ANY ($2::int[]) AND block = $3 ORDER BY number FOR UPDATE`,

    /** The same numbers, sellable again unless they are taken. In a statement after the lock, which sees who took them. */
    freeNumbers: `
  UPDATE ${unit} s SET block = NULL
  WHERE s.${of} = $1 AND s.number = ANY ($2::int[]) AND s.block = $3
    AND NOT EXISTS (SELECT 1 FROM ${taken.table} r WHERE r.${of} = s.${of} AND r.${taken.number} = s.number)
  RETURNING s.number`,

    /**
     * Takes `most` sellable ones into block `into`, as `dealt (number, n)` of a WITH: what is in a block is promised to
     * somebody, so it is not taken.
     */
    late: (most: string, into: string) => `picked AS (
    ${pick(most)}
  ), taken AS (${take(into)}
    RETURNING s.number
  ), dealt AS (
    SELECT number, row_number() OVER (ORDER BY number) AS n FROM taken
  )`,

    /** Gives back numbers $2 that `late` took into block $3 and, because of a conflict, did not use. */
    releaseUnused: `
  UPDATE ${unit} SET block = NULL WHERE ${of} = $1 AND number = ANY ($2::int[]) AND block = $3`,
  };
};

export type DealingSql = ReturnType<typeof dealingSql>;

/** $1 is the event. After the race has closed nobody is dealt a spot. */
export const spotSql = dealingSql({
  resource: 'event',
  unit: 'spot',
  block: 'block',
  taken: { table: 'registration', number: 'spot', notNull: 'id' },
  dealUntil: (start) => `least(${start}, r.closes_at)`,
  smallestWaiting: `(SELECT min(size) FROM waiting WHERE event_id = $1 AND state = 'waiting' AND confirmed_at IS NOT NULL)`,
});

/** $1 is the pool. A runner who holds a spot when the race closes may still choose what goes with it. Nobody waits for units. */
export const unitSql = dealingSql({
  resource: 'pool',
  unit: 'unit',
  block: 'unit_block',
  taken: { table: 'registration_line', number: 'unit', notNull: 'registration_id' },
  dealUntil: (start) => start,
  smallestWaiting: 'NULL::int',
});
