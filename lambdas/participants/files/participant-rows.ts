import { type ColumnsOf, chosenColumns, isPlain, looksOf } from '../columns';
import type { ParticipantFilter, Position } from '../ports';
import type { FileSource, ReadRows } from './ports';

interface Needs {
  readonly columnsOf: ColumnsOf;
  readonly read: ReadRows;
  /** The statement by which `read` reads them. */
  readonly readBy: string;
}

/** The rows of a file of participants. */
export const participantRows =
  ({ columnsOf, read, readBy }: Needs): FileSource =>
  async ({ filter, columns: ids, upTo }) => {
    const columns = chosenColumns(await columnsOf(filter.raceId), ids);
    return {
      heads: columns.map(({ label }) => label),
      looks: looksOf(columns, readBy),
      async read(after) {
        const rows = await read(filter as ParticipantFilter, upTo, after as Position | undefined, isPlain(columns));
        return rows.map((row) => ({ cells: columns.map((column) => column.cell(row)), at: row.at }));
      },
    };
  };
