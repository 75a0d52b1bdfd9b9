/** SQL: the scans that count, of a registration: those after the last one that took all before it back. */
export const scansThatCount = (registrationId: string): string => `
  check_in c WHERE c.registration_id = ${registrationId} AND c.kind = 'in'
    AND NOT EXISTS (SELECT FROM check_in u WHERE u.registration_id = c.registration_id AND u.kind = 'undo' AND u.seq > c.seq)`;

/** SQL: whether somebody is checked in. */
export const isCheckedIn = (registrationId: string): string => `EXISTS (SELECT FROM ${scansThatCount(registrationId)})`;
