import { isCheckedIn } from '../domain/check-in-sql';
import { isMoneyDisputed, paymentState } from './move-sql';

const otherSpot = 'registration s WHERE person_key(s.person) = person_key(r.person) AND s.live AND s.id <> r.id';

/**
 * SQL: why nobody can pay for offer `o` now, which is open, although its time is not over. Then the writer would not charge their card.
 * NULL: they can. `r`: the registration, which is in the event that it was made from; `p`: the payment of its spot; `t`: the event that is
 * offered; `a`: the race.
 */
export const barOfOffer = `
  CASE WHEN t.sale = 'cancelled' OR a.cancelled_at IS NOT NULL THEN 'cancelled'
       WHEN ${isCheckedIn('r.id')} THEN 'checked-in'
       WHEN ${isMoneyDisputed} THEN 'disputed'
       WHEN (${paymentState}) = 'authorised' THEN 'settling'
       WHEN EXISTS (SELECT FROM ${otherSpot} AND s.event_id = o.event_id)
         OR EXISTS (SELECT FROM ${otherSpot} AND s.limit_group = o.limit_group::uuid) THEN 'has-spot' END`;
