import type { Ticket } from '../../domain/waiting';
import type { Places } from '../ports';

interface Needs {
  readonly readTicket: (token: string) => Promise<Ticket | undefined>;
  readonly places: Pick<Places, 'leave'>;
}

/** `closed`: the place is confirmed and opens only with a mailed ticket. Repeating it is safe. */
export type LeaveWaitingList = (placeId: string, token: string) => Promise<'left' | 'not-yours' | 'closed'>;

export const leaveWaitingList =
  ({ readTicket, places }: Needs): LeaveWaitingList =>
  async (placeId, token) => {
    const ticket = await readTicket(token);
    if (ticket?.placeId !== placeId) return 'not-yours';
    const left = await places.leave(ticket);
    return left === 'nothing' ? 'not-yours' : left;
  };
