import { defaultColumns } from './columns';
import { csvOf } from './csv';
import type { Exports, ParticipantFilter, Projection } from './ports';

interface Needs {
  readonly projection: Pick<Projection, 'catchUp'>;
  readonly exports: Exports;
}

export type Exported =
  | { readonly kind: 'exported'; readonly csv: string; readonly rows: number }
  /** `reading`: the copy is not complete yet. */
  | { readonly kind: 'no-such-race' | 'reading' | 'too-many' };

/** The participants that fit a filter, as one file: all of them or none. */
export type ExportParticipants = (filter: ParticipantFilter, staffId: string) => Promise<Exported>;

/** The answer of a function has at most 6 MB. */
const maxExportedRows = 5000;

export const exportParticipants =
  ({ projection, exports }: Needs): ExportParticipants =>
  async (filter, staffId) => {
    const caughtUp = await projection.catchUp(filter.raceId);
    if (!caughtUp) return { kind: 'no-such-race' };
    if (!caughtUp.isComplete) return { kind: 'reading' };
    const rows = await exports.take(filter, maxExportedRows, staffId);
    if (!rows) return { kind: 'too-many' };
    const table = [
      defaultColumns.map(({ label }) => label),
      ...rows.map((row) => defaultColumns.map((column) => column.cell(row))),
    ];
    return { kind: 'exported', csv: csvOf(table), rows: rows.length };
  };
