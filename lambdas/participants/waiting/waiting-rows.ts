import { looksOf } from '../columns';
import type { Cell } from '../csv';
import type { FileSource } from '../files/ports';
import type { WaitingPeople, WaitingPerson, WaitingPosition } from './ports';

interface Column {
  readonly label: string;
  cell(person: WaitingPerson & { readonly event: string }): Cell;
}

const columns: readonly Column[] = [
  { label: 'turn', cell: ({ turn }) => turn },
  { label: 'event', cell: ({ event }) => event },
  { label: 'first name', cell: ({ firstName }) => firstName },
  { label: 'last name', cell: ({ lastName }) => lastName },
  { label: 'e-mail', cell: ({ email }) => email },
  { label: 'people', cell: ({ size }) => size },
  { label: 'state', cell: ({ state }) => state },
  { label: 'address confirmed', cell: ({ isConfirmed }) => (isConfirmed ? 'yes' : 'no') },
  { label: 'was authorised', cell: ({ rank }) => (rank === 0 ? 'yes' : 'no') },
  { label: 'offers', cell: ({ offers }) => offers },
  { label: 'offered until', cell: ({ offeredUntil }) => offeredUntil },
  { label: 'since', cell: ({ since }) => since },
  { label: 'place', cell: ({ placeId }) => placeId },
];

interface Needs {
  readonly waiting: Pick<WaitingPeople, 'rows'>;
  /** The statement by which `waiting` reads them. */
  readonly readBy: string;
}

/** The rows of a file of who waits: those of the list, in its order, as they are when they are read. */
export const waitingRows =
  ({ waiting, readBy }: Needs): FileSource =>
  async ({ filter, upTo }) => ({
    heads: columns.map(({ label }) => label),
    looks: looksOf(columns, readBy),
    async read(after) {
      const rows = await waiting.rows(filter, upTo, after as WaitingPosition | undefined);
      return rows.map(({ person, at }) => ({ cells: columns.map((column) => column.cell(person)), at }));
    },
  });
