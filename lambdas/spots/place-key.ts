import type { PlaceKey } from './ports';

/**
 * SQL: is place `w` of $1 to $3 the one that a ticket is for? The person is compared, too: the ticket of whoever joined
 * under the id of another's place opens nothing.
 */
export const isPlaceOf = '(w.id, w.event_id, person_key(w.person)) = ($1::uuid, $2::uuid, $3::bytea)';

/**
 * SQL: and does it open to this ticket? A place that is confirmed is whose mail it is: the ticket of who joined in
 * somebody's name, before or after, opens it no longer.
 */
export const opensTo = '($4::boolean OR w.confirmed_at IS NULL)';

/** $1 to $3 of a statement with `isPlaceOf`. */
export const valuesOf = ({ placeId, eventId, personHash }: PlaceKey): readonly unknown[] => [
  placeId,
  eventId,
  Buffer.from(personHash, 'base64url'),
];
