/**
 * SQL: true for a race that is sold to runners, false for the canary's. Every statement that lists, counts or sums over
 * races, or over what belongs to them, has this condition or the next one. `race`: the table or its alias.
 */
export const isForRunners = (race: string): string => `NOT ${race}.is_canary`;

/** The same of a registration, where only its id is known (SQL). Also true for an id that is no registration's. */
export const isRunners = (registrationId: string): string => `NOT EXISTS (
  SELECT FROM registration cg JOIN event ce ON ce.id = cg.event_id JOIN race cr ON cr.id = ce.race_id
  WHERE cg.id = ${registrationId} AND cr.is_canary)`;

/**
 * SQL: whether a race gives bibs: it has a range of them, or one is given. In other races, the number of the spot is the bib.
 */
export const givesBibs = (raceId: string): string => `
  EXISTS (SELECT FROM bib WHERE race_id = ${raceId} UNION ALL SELECT FROM bib_plan WHERE race_id = ${raceId} AND ranges <> '[]')`;

/** SQL: the sale of each event of a race that is run (domain/event-sale.ts), as an array. `race`: the table or its alias. */
export const salesOf = (race: string): string => `
  CASE WHEN ${race}.cancelled_at IS NOT NULL THEN ARRAY['cancelled']
       ELSE ARRAY(SELECT e.sale FROM event e WHERE e.race_id = ${race}.id AND e.kind = 'run') END`;

/** SQL: the ids of the events that are hidden by the form of a race, as an array of text. None where it has no form. */
export const hiddenEventsOf = (raceId: string, formRevision: string): string => `
  ARRAY(
    SELECT jsonb_array_elements_text(rule->'events')
    FROM form f CROSS JOIN LATERAL jsonb_array_elements(f.definition->'rules') rule
    WHERE f.race_id = ${raceId} AND f.revision = ${formRevision} AND rule->'accessCode' = 'true')`;
