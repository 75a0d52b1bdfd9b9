import * as v from 'valibot';
import { exportAsked } from './messages';

/** Which participants are wanted as a file, and how. */
export const fileAsked = v.strictObject({ ...exportAsked.entries, format: v.picklist(['csv', 'xlsx']) });

export const fileSteered = v.strictObject({ to: v.picklist(['stop', 'resume']) });

export interface ExportFileMessage {
  readonly id: string;
  readonly format: 'csv' | 'xlsx';
  readonly state: 'waiting' | 'stopped' | 'done' | 'failed' | 'deleted';
  /** So many are written. */
  readonly rows: number;
  /** Everybody who was recorded before is in it. */
  readonly upTo: string | null;
  readonly by: string;
  readonly madeAt: string;
  readonly endedAt: string | null;
}
