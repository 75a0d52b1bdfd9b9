import { graceAfter } from './block';

/** SQL: block o was cut for one group. Its numbers are all held from the beginning, and it has no counter. */
export const isPrivate = `o.closes_at = o.deal_until + make_interval(secs => o.hold_seconds + ${graceAfter.spent})`;
