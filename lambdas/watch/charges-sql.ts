import { isRunners } from '../domain/race-sql';
import { unpaidCharges } from '../payment/unpaid/unpaid-sql';

/** People who keep a spot although a difference or a fee could not be charged, until a director has decided. */
export const chargesUnpaid = `
  SELECT count(*)::int AS count, (array_agg(id::text))[1:5] AS samples
  FROM (${unpaidCharges}) u WHERE ${isRunners('u.id')}`;
