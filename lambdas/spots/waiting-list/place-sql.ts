import type { PlaceKey } from '../../domain/waiting';

/**
 * SQL: is place `w` the one that the ticket ($1 to $3) is for? The person is compared too: a ticket given at joining
 * under the id of somebody else's place opens nothing.
 */
export const isPlaceOf = '(w.id, w.event_id, person_key(w.person)) = ($1::uuid, $2::uuid, $3::bytea)';

/**
 * SQL: does place `w` open to this ticket? A confirmed place belongs to the person who reads its mail. A ticket that
 * somebody got by joining in that person's name, before or after, no longer opens it.
 */
export const opensTo = '($4::boolean OR w.confirmed_at IS NULL)';

/** $1 to $3 of a statement with `isPlaceOf`. */
export const valuesOf = ({ placeId, eventId, personHash }: PlaceKey): readonly unknown[] => [
  placeId,
  eventId,
  Buffer.from(personHash, 'base64url'),
];
