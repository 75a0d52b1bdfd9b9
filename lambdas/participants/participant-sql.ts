import { goneBesides, isAllGone } from '../domain/money/given-back-sql';
import { isSomebody } from '../domain/somebody-sql';
import { isLost, isRestOwed } from '../ledger/dispute-sql';
import { differencesOf } from '../ledger/move-sql';

/** How much goes back: by the money lines, or by the registration when it has none. */
const refund = `
  coalesce((SELECT sum(coalesce(l.refund, 0)) FROM registration_line l WHERE l.registration_id = g.id), g.refund, 0)::int`;

/** SQL: whether the bank sent a refund back, or took a part of it before, and nobody has paid what is owed. `p`: the payment. */
export const isOwed = (p: string) =>
  `(${p}.refund_failed IS NOT NULL AND ${p}.refund_paid_at IS NULL OR ${isRestOwed(p)})`;
/** SQL: whether some of it is on its way back. Nothing is once a bank has taken it. */
const isRefunding = (p: string) => `(${p}.refunded < ${p}.refund AND NOT ${isLost(`${p}.registration_id`)})`;

/**
 * SQL: the same of what was paid for moves of registration `g`. Nulls where nothing was. `rest`: what we did not give back. `gone`: what
 * somebody gave back at the processor, or a bank took.
 */
const ofMoves = `
  SELECT bool_or(d.state = 'authorised') AS authorised, bool_or(${isOwed('d')}) AS owed, bool_or(${isRefunding('d')}) AS refunding,
    coalesce(sum(d.amount - coalesce(d.refund, 0)) FILTER (WHERE d.state IN ('captured', 'refunded')), 0)::int AS rest,
    coalesce(sum(${goneBesides('d')}), 0)::int AS gone
  FROM ${differencesOf('g.id')}`;

/**
 * SQL: how much of what was paid for registration `g` somebody gave back at the processor, or a bank took for good. A part of the payment
 * of a group belongs to nobody in particular: the first of them who has not passed the spot on has it.
 */
const gone = `
  CASE WHEN g.ended = 'transferred' THEN 0
       WHEN y.registration_id IS NULL OR ${goneBesides('y')} = 0 THEN o.gone
       WHEN g.share IS NULL THEN o.gone + ${goneBesides('y')}
       WHEN ${isAllGone('y')}
         THEN o.gone + greatest(g.share - coalesce(g.refund, 0) - o.rest, 0)
       WHEN g.id = (SELECT c.id FROM registration c
                    WHERE (c.id = y.registration_id OR c.paid_as = y.registration_id) AND c.ended IS DISTINCT FROM 'transferred'
                    ORDER BY c.id LIMIT 1)
         THEN o.gone + ${goneBesides('y')}
       ELSE o.gone END`;

/** SQL: the state of a registration. `g`: the table or its alias. */
export const stateOf = (g: string) =>
  `CASE WHEN ${g}.outcome <> 'confirmed' THEN ${g}.outcome WHEN ${g}.live THEN 'registered' ELSE ${g}.ended END`;

/**
 * SQL: the registrations of people in `ids`, as they are now. When a spot was passed on, its money is shown at the new runner alone.
 * OFFSET 0: otherwise the planner writes the sum of the lines wherever it is used, and reads them three times. `andOfIds`: columns of
 * `ids` beside `id`.
 */
export const projected = (ids: string, andOfIds: readonly string[] = []) => `
  SELECT g.id AS registration_id, e.race_id, g.event_id, g.number,
    ${stateOf('g')} AS state,
    CASE WHEN g.ended = 'transferred' THEN NULL
         WHEN y.state IN ('authorised', 'voided', 'failed') THEN y.state
         WHEN y.state IS NULL THEN NULL
         WHEN o.authorised THEN 'authorised'
         WHEN m.refund + h.gone = 0 THEN 'captured'
         WHEN ${isOwed('y')} OR o.owed THEN 'refund-failed'
         WHEN ${isRefunding('y')} OR o.refunding THEN 'refunding' ELSE 'refunded' END AS payment,
    CASE WHEN g.ended = 'transferred' THEN NULL
         ELSE coalesce(g.share, y.capture_amount, y.amount) + m.refund - coalesce(g.refund, 0) END AS amount,
    m.refund + h.gone AS refund, g.recorded_at, CASE WHEN g.runner IS NOT NULL THEN
      md5(concat_ws(E'\\n', g.runner ->> 'firstName', g.runner ->> 'lastName', g.runner ->> 'email')) END AS who_hash,
    coalesce(g.runner IS NULL OR y.state = 'authorised' OR (y.wanted = 'refund' AND (${isRefunding('y')} OR ${isOwed('y')})), false)
      OR coalesce(o.authorised OR o.owed OR o.refunding, false) AS is_open,
    g.name_withheld
    ${andOfIds.map((column) => `, ids.${column}`).join('')}
  FROM ${ids} ids JOIN registration g ON g.id = ids.id JOIN event e ON e.id = g.event_id
  LEFT JOIN payment y ON y.registration_id = coalesce(g.paid_as, g.id)
  CROSS JOIN LATERAL (SELECT ${refund} AS refund OFFSET 0) m CROSS JOIN LATERAL (${ofMoves}) o
  CROSS JOIN LATERAL (SELECT ${gone} AS gone OFFSET 0) h WHERE ${isSomebody('g')}`;

/** The rows in $1, with what was folded of them. */
const made = `(${projected(
  '(SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS t (id, name_key, search, search_keys))',
  ['name_key', 'search', 'search_keys'],
)}) n`;
const searchKeys = `string_to_array(n.search_keys, E'\\n')`;

/** Nobody else adds rows, because whoever copies has the lock of the projection: so none of them is there. */
export const addProjected = `
  INSERT INTO participant
    (registration_id, race_id, event_id, number, state, payment, amount, refund, recorded_at, is_open, who_hash, name_withheld,
     name_key, search, search_keys)
  SELECT n.registration_id, n.race_id, n.event_id, n.number, n.state, n.payment, n.amount, n.refund, n.recorded_at, n.is_open,
         n.who_hash, n.name_withheld, n.name_key, n.search, ${searchKeys}
  FROM ${made}`;

export const updateProjected = `
  UPDATE participant p
  SET event_id = n.event_id, number = n.number, state = n.state, payment = n.payment, amount = n.amount, refund = n.refund,
      is_open = n.is_open, who_hash = n.who_hash, name_withheld = n.name_withheld, name_key = n.name_key, search = n.search,
      search_keys = ${searchKeys}
  FROM ${made} WHERE p.registration_id = n.registration_id`;
