import { csvOf } from './csv';
import type { ExportedRow, Exports, ParticipantFilter, Projection } from './ports';

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
    return { kind: 'exported', csv: csvOf([columns, ...rows.map(cellsOf)]), rows: rows.length };
  };

export const columns = [
  'number',
  'event',
  'first name',
  'last name',
  'e-mail',
  'birth date',
  'gender',
  'state',
  'payment',
  'paid',
  'refund',
  'currency',
  'recorded at',
  'bib',
  'checked in at',
  'checked in where',
  'registration',
];

export const cellsOf = (row: ExportedRow) => [
  row.number ?? undefined,
  row.event,
  row.firstName,
  row.lastName,
  row.email,
  row.birthDate,
  row.gender,
  row.state,
  row.payment ?? undefined,
  // In the currency's smallest unit, as everywhere in the API.
  row.amount ?? undefined,
  row.refund,
  row.currency,
  row.recordedAt,
  row.bib ?? undefined,
  row.checkedInAt ?? undefined,
  row.station ?? undefined,
  row.registrationId,
];
