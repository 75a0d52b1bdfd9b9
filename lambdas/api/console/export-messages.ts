import * as v from 'valibot';
import { exportAsked } from './messages';
import { waitingAsked } from './waiting-messages';

/** Which participants are wanted as a file, and how. */
export const fileAsked = v.strictObject({
  ...exportAsked.entries,
  format: v.picklist(['csv', 'xlsx']),
  /** By their ids, in this order. Without them: those that every race has. */
  columns: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.minLength(1), v.maxLength(500))),
});

/** Who of those that wait is wanted as a file, and how. */
export const waitingFileAsked = v.strictObject({
  q: waitingAsked.entries.q,
  event: waitingAsked.entries.event,
  format: fileAsked.entries.format,
});

export const fileSteered = v.strictObject({ to: v.picklist(['stop', 'resume']) });

export interface ExportFileMessage {
  readonly id: string;
  readonly subject: 'participants' | 'waiting-list';
  readonly format: 'csv' | 'xlsx';
  readonly state: 'waiting' | 'stopped' | 'done' | 'failed' | 'deleted';
  /** It has answers about health, or whom to call in an emergency. */
  readonly isSensitive: boolean;
  /** So many are written. */
  readonly rows: number;
  /** Everybody who was recorded before is in it. */
  readonly upTo: string | null;
  readonly by: string;
  readonly madeAt: string;
  readonly endedAt: string | null;
}

/** What a file can have, for who asks. */
export interface ColumnsMessage {
  readonly columns: readonly {
    readonly id: string;
    readonly kind: string;
    readonly label: string;
    /** A file has it when nobody chooses. */
    readonly isDefault: boolean;
    readonly isSensitive: boolean;
  }[];
}
