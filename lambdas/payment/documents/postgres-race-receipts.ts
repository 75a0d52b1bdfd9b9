import { paidFeeWith } from '../../ledger/transfer-fee-sql';
import type { Sql } from '../../platform/postgres/postgres';
import type { ListedDocument, RaceReceipts } from './ports';

/** A page of the documents of a race, and how many are due. */
export const receiptsOfRace = async (sql: Sql, raceId: string, after: string | undefined): Promise<RaceReceipts> => {
  const documents = await sql.query<ListedDocument>(listOfRace, [raceId, after ?? null]);
  const [{ due } = { due: 0 }] = await sql.query<{ due: number }>(countDue, [raceId]);
  return { documents, due };
};

/** How many documents of a race one list shows. */
const maxListed = 100;

const listOfRace = `
  SELECT d.id, d.issuer ->> 'prefix' || d.number AS number, d.kind, d.issued_at AS "issuedAt",
    d.registration_id AS "registrationId", w.id AS "paidBy", concat_ws(' ', w.runner ->> 'firstName', w.runner ->> 'lastName') AS name,
    d.bill_to ->> 'name' AS "billTo", d.gross, d.currency,
    (SELECT sum((t ->> 'tax')::int) FROM jsonb_array_elements(d.taxes) t)::int AS tax
  FROM document d JOIN registration r ON r.id = d.registration_id JOIN event e ON e.id = r.event_id
  LEFT JOIN move_offer o ON o.paid_as = r.id JOIN registration w ON w.id = coalesce(o.paid_by, ${paidFeeWith('r.id')}, r.id)
  WHERE e.race_id = $1 AND ($2::uuid IS NULL OR (d.issued_at, d.number, d.id) < (
    SELECT l.issued_at, l.number, l.id FROM document l WHERE l.id = $2))
  ORDER BY d.issued_at DESC, d.number DESC, d.id DESC LIMIT ${maxListed}`;

const countDue = `
  SELECT count(*)::int AS due FROM document_due u JOIN registration r ON r.id = u.registration_id
  JOIN event e ON e.id = r.event_id WHERE e.race_id = $1`;
