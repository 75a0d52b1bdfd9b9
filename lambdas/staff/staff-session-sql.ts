import { confirmedMinutes } from '../domain/staff';

/** Whether the owner of session `s` has just used a passkey. */
export const isConfirmed = `coalesce(s.confirmed_at > clock_timestamp() - interval '${confirmedMinutes} minutes', false)`;
