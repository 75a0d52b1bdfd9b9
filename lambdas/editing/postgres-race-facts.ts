import { isSameJson } from '../domain/canonical-json';
import { maxGroupSize } from '../domain/hold';
import { groupedEvents } from '../forms/form';
import { groupsOfOtherRaces } from '../forms/postgres-forms';
import { findGroupMembers } from '../ledger/postgres-group-members';
import type { Sql } from '../platform/postgres/postgres';
import { leftOfEvent } from '../spots/blocks/block-sql';
import type { LeftOfEvent } from '../spots/blocks/ports';
import type { EventFacts, LineFacts, RaceFacts } from './ports';
import type { RaceDocument } from './race-document';

/** As the database has it: it does not know which numbers of a block were dealt. */
interface FoundFacts extends Omit<RaceFacts, 'waiverHash' | 'line' | 'events' | 'members'> {
  readonly line: LineFacts | null;
  readonly events: readonly (Omit<EventFacts, 'held' | 'heldUntil'> &
    LeftOfEvent & { readonly until: string | null })[];
}

/** What a plan needs, in the transaction of its caller. */
export const readFacts = async (
  sql: Sql,
  raceId: string,
  current: RaceDocument | undefined,
  wanted: RaceDocument,
  waiverHash: string,
  isLocked: boolean,
  heldOf: (left: LeftOfEvent) => Promise<number>,
): Promise<RaceFacts> => {
  // Nobody removes them before they are referred to.
  if (isLocked && wanted.media)
    await sql.query('SELECT FROM media_file WHERE name = ANY ($1::text[]) ORDER BY name FOR KEY SHARE', [
      filesOf(wanted),
    ]);
  if (isLocked && current) await sql.query(lockEvents, [dependedOn(current, wanted)]);
  const [facts] = await sql.query<FoundFacts>(findFacts, [
    raceId,
    wanted.events.map(({ id }) => id),
    filesOf(wanted),
    wanted.events.map(({ capacity }) => capacity),
    wanted.closesAt,
  ]);
  if (!facts) throw new Error(`The facts of race ${raceId} cannot be read.`);
  const { line, ...others } = facts;
  const isNewForm = wanted.form !== undefined && !isSameJson(wanted.form, current?.form);
  return {
    ...others,
    waiverHash,
    members: await findGroupMembers(sql, isNewForm ? groupedEvents(wanted.form) : []),
    ...(line && { line: { ...line, gun: new Date(line.gun).toISOString() } }),
    events: await Promise.all(
      facts.events.map(async ({ promised, blocks, until, ...event }) => ({
        ...event,
        held: await heldOf({ promised, blocks }),
        ...(until !== null && { heldUntil: new Date(until).toISOString() }),
      })),
    ),
  };
};

/** The events whose figures decide whether the race may be published. A change of texts or prices locks no event. */
const dependedOn = (current: RaceDocument, wanted: RaceDocument): readonly string[] => {
  const ids = current.events.map(({ id }) => id);
  const hasOtherTimes = current.opensAt !== wanted.opensAt || current.closesAt !== wanted.closesAt;
  if (hasOtherTimes || current.currency !== wanted.currency) return ids;
  return ids.filter((id) => {
    const [before, after] = [current, wanted].map(({ events }) => events.find((event) => event.id === id));
    return before?.capacity !== after?.capacity || before?.kind !== after?.kind;
  });
};

/** In the order in which everybody locks several events. */
export const lockEvents = 'SELECT FROM event WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE';

/** Columns that refer to an event. Its prices, its spots and the list of those who may register go with it. A turn has its line. */
export const usesOfEvent = [
  'announcement.event_id',
  'block.event_id',
  'line_event.event_id',
  'move_offer.event_id',
  'move_offer.from_event',
  'registration.event_id',
  'result_set.event_id',
  'team.event_id',
  'waiting.event_id',
] as const;

/** SQL: whether somebody has used an event. */
const isUsed = (event: string) => `
  (${usesOfEvent
    .map((use) => {
      const [table, column] = use.split('.');
      return `EXISTS (SELECT FROM ${table} u WHERE u.${column} = ${event})`;
    })
    .join(' OR ')})`;

const filesOf = ({ media: { picture, logo, files = [], sponsors = [] } = {} }: RaceDocument): readonly string[] =>
  [picture, logo, ...files, ...sponsors].flatMap((one) => one?.file ?? []);

/**
 * SQL: the places that could have an offer if event `e` had as many spots as are wanted. Of each group size no more than there are
 * spots for, as when offers are made.
 */
const waitingSizes = `
  SELECT coalesce(json_agg(w.size ORDER BY w.rank, w.position), '[]')
  FROM (SELECT f.sellable + greatest(0, n.capacity - f.spots) AS spots
    FROM unnest($2::uuid[], $4::int[]) AS n (id, capacity) WHERE n.id = e.id AND n.capacity > f.spots) free
  CROSS JOIN LATERAL generate_series(1, least(free.spots, ${maxGroupSize})) AS fits (size)
  CROSS JOIN LATERAL (
    SELECT rank, position, size FROM waiting
    WHERE event_id = e.id AND state = 'waiting' AND confirmed_at IS NOT NULL AND size = fits.size
    ORDER BY rank, position LIMIT free.spots / fits.size) w`;

/** SQL: whether a line ended before the opening of its race, which gets no other line. */
const isEnded = `
  (l.kind = 'opening' AND l.state IN ('open', 'over') AND r.opens_at > clock_timestamp() AND l.gun >= date_trunc('milliseconds', r.opens_at))`;

/** $2: the wanted events. $3: the wanted files. $4: the capacities of the events. $5: the wanted end. */
const findFacts = `
  SELECT
    EXISTS (SELECT FROM race WHERE id = $1 AND cancelled_at IS NOT NULL) AS "isCancelled",
    EXISTS (SELECT FROM registration g JOIN event e ON e.id = g.event_id WHERE e.race_id = $1) AS "wasRegistered",
    (SELECT coalesce(json_agg(json_build_object(
        'eventId', e.id, 'registered', f.registered, 'promised', l.promised, 'blocks', l.blocks, 'until', l.until,
        'offered', f.offered, 'outlasting', f.outlasting, 'waiting', f.waiting, 'waitingSizes', (${waitingSizes}), 'sale', e.sale, 'sellable', f.sellable, 'spots', f.spots,
        'isUsed', ${isUsed('e.id')}, 'wasCut', EXISTS (SELECT FROM block b WHERE b.event_id = e.id)) ORDER BY e.position), '[]')
      FROM event e, LATERAL (
        SELECT (SELECT count(*) FROM registration g WHERE g.event_id = e.id AND g.live)::int AS registered,
          (SELECT count(*) FROM spot s WHERE s.event_id = e.id)::int AS spots,
          (SELECT count(*) FROM spot s WHERE s.event_id = e.id AND s.block IS NULL)::int AS sellable,
          (SELECT count(*) FROM waiting w WHERE w.event_id = e.id AND w.state = 'offered')::int AS offered,
          (SELECT count(*) FROM waiting w JOIN block b ON b.id = w.block
            WHERE w.event_id = e.id AND w.state = 'offered' AND NOT b.closed AND b.deal_until > $5::timestamptz)::int AS outlasting,
          (SELECT count(*) FROM waiting w WHERE w.event_id = e.id AND w.state = 'waiting' AND w.confirmed_at IS NOT NULL)::int AS waiting) f,
        LATERAL (${leftOfEvent('e.id')}) l
      WHERE e.race_id = $1) AS events,
    (SELECT coalesce(json_agg(json_build_object('version', a.version, 'count', a.count) ORDER BY a.version), '[]') FROM (
      SELECT t.version, count(*)::int AS count FROM registration g JOIN event e ON e.id = g.event_id
        JOIN legal_text t ON t.race_id = e.race_id AND t.kind = 'waiver' AND t.hash = g.waiver_hash
      WHERE e.race_id = $1 AND g.live GROUP BY t.version) a) AS accepted,
    (SELECT coalesce(json_agg(json_build_object('kind', kind, 'version', version, 'hash', hash)), '[]')
      FROM legal_text WHERE race_id = $1) AS texts,
    (SELECT coalesce(json_agg(json_build_object('revision', revision, 'form', definition) ORDER BY revision), '[]')
      FROM form WHERE race_id = $1 AND published_at IS NOT NULL) AS forms,
    ${groupsOfOtherRaces('$1')} AS "othersGroups",
    (SELECT coalesce(json_agg(ref), '[]') FROM pool WHERE race_id = $1 AND kind = 'item') AS stocked,
    (SELECT coalesce(json_agg(json_build_object('file', name, 'bytes', bytes, 'width', width, 'height', height)), '[]')
      FROM media_file WHERE name = ANY ($3::text[])) AS files,
    (SELECT coalesce(json_agg(id), '[]') FROM event WHERE id = ANY ($2::uuid[]) AND race_id <> $1) AS "foreignEvents",
    (SELECT json_build_object('gun', l.gun,
        'state', CASE WHEN ${isEnded} THEN 'ended' WHEN l.state = 'lobby' THEN 'forms' WHEN l.state = 'open' THEN 'open' ELSE 'goes-on' END,
        'passes', (SELECT coalesce(sum(w.passes), 0)::int FROM line_wave w WHERE w.line_id = l.id))
      FROM line l JOIN race r ON r.id = l.race_id WHERE l.race_id = $1 AND (l.state <> 'over' OR ${isEnded})
      ORDER BY l.state = 'over' LIMIT 1) AS line`;

/** Tables whose rows refer to a race: the database refuses to delete it then. The others of them refer to an event or a registration, too. */
export const usesOfRace = [
  'announcement',
  'api_key',
  'bib_plan',
  'code',
  'desk',
  'feed',
  'fundraiser',
  'job',
  'line',
  'mail_optout',
  'pool',
  'webhook_endpoint',
] as const;

/** SQL: whether anything refers to the race $1. */
export const isRaceUsed = `
  SELECT ${[
    `EXISTS (SELECT FROM event e WHERE e.race_id = $1 AND ${isUsed('e.id')})`,
    ...usesOfRace.map((table) => `EXISTS (SELECT FROM ${table} WHERE race_id = $1)`),
  ].join(' OR ')} AS is_used`;
