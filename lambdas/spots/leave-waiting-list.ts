import type { Places, Ticket } from './ports';

interface Needs {
  readonly readTicket: (token: string) => Promise<Ticket | undefined>;
  readonly places: Pick<Places, 'leave'>;
}

/** False when the ticket is for another place. Leaving a place that was left does nothing. */
export type LeaveWaitingList = (placeId: string, token: string) => Promise<boolean>;

export const leaveWaitingList =
  ({ readTicket, places }: Needs): LeaveWaitingList =>
  async (placeId, token) => {
    const ticket = await readTicket(token);
    if (ticket?.placeId !== placeId) return false;
    await places.leave(ticket);
    return true;
  };
