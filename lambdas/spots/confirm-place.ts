import type { Places, Ticket } from './ports';

interface Needs {
  readonly readTicket: (token: string) => Promise<Ticket | undefined>;
  readonly places: Pick<Places, 'confirm'>;
}

/** `over`: the place is on no list any more. Confirming twice is confirming once. */
export type ConfirmPlace = (placeId: string, token: string) => Promise<'confirmed' | 'over' | 'not-yours'>;

/** Confirms a place for whoever reads its mail: the ticket given at joining proves only that somebody knew a name. */
export const confirmPlace =
  ({ readTicket, places }: Needs): ConfirmPlace =>
  async (placeId, token) => {
    const ticket = await readTicket(token);
    if (ticket?.placeId !== placeId || !ticket.isMailed) return 'not-yours';
    return places.confirm(ticket);
  };
