import { randomBytes } from 'node:crypto';

/** `pi_…`, `pm_…`, `re_…`, `evt_…` */
export const newId = (kind: 'pi' | 'pm' | 're' | 'evt'): string => `${kind}_${randomBytes(12).toString('hex')}`;
