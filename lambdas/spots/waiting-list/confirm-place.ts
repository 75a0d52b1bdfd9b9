import type { Ticket } from '../../domain/waiting';
import type { Places } from '../ports';

interface Needs {
  readonly readTicket: (token: string) => Promise<Ticket | undefined>;
  readonly places: Pick<Places, 'confirm'>;
}

/** `over`: the place is no longer on any list. Repeating a confirmation is safe. */
export type ConfirmPlace = (placeId: string, token: string) => Promise<'confirmed' | 'over' | 'not-yours'>;

/**
 * Confirms a place for the person who reads its mail. The ticket given at joining is not enough: it proves only that
 * somebody knew a name.
 */
export const confirmPlace =
  ({ readTicket, places }: Needs): ConfirmPlace =>
  async (placeId, token) => {
    const ticket = await readTicket(token);
    if (ticket?.placeId !== placeId || !ticket.isMailed) return 'not-yours';
    return places.confirm(ticket);
  };
