import type { BlockRow, RegistrationRow, Tables, WaitingRow } from './tables';

/** The live registration on a spot, if any. */
export const registeredOn = ({ registrations }: Tables, spot: number): RegistrationRow | undefined =>
  registrations.find((row) => row.spot === spot);

export const findBlock = ({ blocks }: Tables, id: string | null) => blocks.find((block) => block.id === id);

export const findRegistration = ({ registrations }: Tables, id: string) => registrations.find((row) => row.id === id);

export const findPayment = ({ payments }: Tables, registrationId: string) =>
  payments.find((row) => row.registrationId === registrationId);

/** Everybody whom the registration's payment is for, including those whom a spot of it was passed on to. */
export const paidFor = ({ registrations }: Tables, lead: string): readonly RegistrationRow[] =>
  // Who took a spot over and paid a fee for it has a payment, which is not that of the spot.
  registrations.filter(({ id, paidAs }) => (id === lead && paidAs === null) || paidAs === lead);

export const findWaiting = ({ waiting }: Tables, person: string) => waiting.find((row) => row.person === person);

export const isPersonIn = ({ registrations }: Tables, person: string): boolean =>
  registrations.some((row) => row.isLive && row.person === person);

/** Only a confirmed place keeps spots from others, or is offered any. */
export const isCounted = ({ state, isConfirmed }: WaitingRow): boolean => state === 'waiting' && isConfirmed;

export const isAnybodyWaiting = ({ waiting }: Tables): boolean => waiting.some(isCounted);

/** The smallest number of spots that would serve somebody on the list. */
export const smallestWaiting = ({ waiting }: Tables): number | undefined => {
  const sizes = waiting.flatMap((row) => (isCounted(row) ? [row.size] : []));
  return sizes.length > 0 ? Math.min(...sizes) : undefined;
};

const isOpenSomewhere = (tables: Tables, { id, isClosed }: BlockRow): boolean =>
  !isClosed && tables.spots.some(({ number, block }) => block === id && registeredOn(tables, number) === undefined);

/** Some spot of an open block has no registration: it may come back. */
export const isAnyHeld = (tables: Tables): boolean => tables.blocks.some((block) => isOpenSomewhere(tables, block));

/** The same, without blocks that are offered to somebody by name. */
export const isAnyHeldByThePublic = (tables: Tables): boolean =>
  tables.blocks.some((block) => block.owner === null && isOpenSomewhere(tables, block));

/** The same rows, with those that `changes` picks replaced. */
export const replace = <Row>(
  rows: readonly Row[],
  picks: (row: Row) => boolean,
  change: (row: Row) => Row,
): readonly Row[] => rows.map((row) => (picks(row) ? change(row) : row));

export const withBlock = (tables: Tables, number: number, block: string | null): Tables => ({
  ...tables,
  spots: replace(
    tables.spots,
    (spot) => spot.number === number,
    (spot) => ({ ...spot, block }),
  ),
});

export const withWaiting = (tables: Tables, person: string, change: (row: WaitingRow) => WaitingRow): Tables => ({
  ...tables,
  waiting: replace(tables.waiting, (row) => row.person === person, change),
});
