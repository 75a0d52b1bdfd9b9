import { randomBytes } from 'node:crypto';

/** `pi_…`, `pm_…`, `evt_…` */
export const newId = (kind: 'pi' | 'pm' | 'evt'): string => `${kind}_${randomBytes(12).toString('hex')}`;
