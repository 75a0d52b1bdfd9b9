import { isCheckedIn } from '../domain/check-in-sql';
import { isMoneyUndecided, paymentState } from './move-sql';

const otherSpot = 'registration s WHERE person_key(s.person) = person_key(r.person) AND s.live AND s.id <> r.id';

/**
 * SQL: why nobody can pay for offer `o` now, which is open, although its time is not over. Then the writer would not charge their card.
 * NULL: they can. `r`: the registration, which is in the event that it was made from; `p`: the payment of its spot; `t`: the event that is
 * offered; `a`: the race.
 */
export const barOfOffer = `
  CASE WHEN t.sale = 'cancelled' OR a.cancelled_at IS NOT NULL THEN 'cancelled'
       WHEN ${isCheckedIn('r.id')} THEN 'checked-in'
       WHEN ${isMoneyUndecided} THEN 'disputed'
       WHEN (${paymentState}) = 'authorised' THEN 'settling'
       WHEN EXISTS (SELECT FROM ${otherSpot} AND s.event_id = o.event_id)
         OR EXISTS (SELECT FROM ${otherSpot} AND s.limit_group = o.limit_group::uuid) THEN 'has-spot' END`;

/**
 * SQL: whether a runner can pay the difference of offer `o` once more: they were moved by it, it could not be charged, and no director has
 * decided about it. What a director offers them meanwhile costs what was not paid, too. `r`, `t`, `a`: as for `barOfOffer`.
 */
export const isDue = `
  (o.state = 'taken' AND r.live AND r.event_id = o.event_id AND t.sale IS DISTINCT FROM 'cancelled' AND a.cancelled_at IS NULL
   AND EXISTS (SELECT FROM payment u WHERE u.registration_id = o.paid_as AND u.unpaid = 'due')
   AND NOT EXISTS (SELECT FROM move_offer n WHERE n.registration_id = r.id AND n.state = 'open' AND n.ends_at > clock_timestamp())
   AND NOT (${isMoneyUndecided}))`;

/** SQL: `FROM …`: the difference, as offer `o`, that registration `id` can pay once more: at most one for each. */
export const dueDifferenceOf = (id: string): string =>
  `move_offer o JOIN registration r ON r.id = o.registration_id JOIN event t ON t.id = o.event_id JOIN race a ON a.id = t.race_id
   WHERE o.registration_id = ${id} AND ${isDue}`;
