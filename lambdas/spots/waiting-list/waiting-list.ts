import { type Identity, personOf } from '../../domain/person/person';
import type { Ticket } from '../../domain/waiting';
import { isGoodFor } from './permits';
import type { PermitSigner, Places, WaitingRecord, WaitingRecords } from './ports';

interface JoinNeeds {
  readonly inbox: JoinInbox;
  readonly permits: Pick<PermitSigner, 'readPermit'>;
  readonly signTicket: (ticket: Ticket) => Promise<string>;
  readonly hash: (text: string) => string;
  readonly now: () => Date;
}

/** The queue to the writer. */
export interface JoinInbox {
  putJoin(join: AskedJoin): Promise<void>;
}

export interface JoinCommand extends Pick<Ticket, 'placeId' | 'raceId' | 'eventId'> {
  readonly runner: Identity;
  /** How many people run as one group. */
  readonly size: number;
}

/** `askedAt`: in milliseconds since the epoch. Absent in messages from before it was kept. */
export interface AskedJoin extends JoinCommand {
  readonly askedAt?: number | undefined;
}

/** What entitles to join: the permit from the answer that refused a spot, and the session that answer went to. */
export interface Entitlement {
  readonly permit: string | undefined;
  readonly sessionHash: string | undefined;
}

/** The ticket that opens the place. `no-permit`: the permit is missing, too old, or for something else. */
export type JoinAnswer = { readonly kind: 'joined'; readonly ticket: string } | { readonly kind: 'no-permit' };

export type JoinWaitingList = (command: JoinCommand, entitlement: Entitlement) => Promise<JoinAnswer>;

/**
 * Sends a join on its way to the list. It goes through the queue, so that positions follow the order in which joins are
 * recorded.
 */
export const joinWaitingList =
  ({ inbox, permits, signTicket, hash, now }: JoinNeeds): JoinWaitingList =>
  async (command, { permit: token, sessionHash }) => {
    const permit = token === undefined ? undefined : await permits.readPermit(token);
    if (!permit || !isGoodFor(permit, command, sessionHash, now())) return { kind: 'no-permit' };
    const askedAt = now().getTime();
    await inbox.putJoin({ ...command, askedAt });
    const { placeId, raceId, eventId, runner } = command;
    const personHash = hash(personOf(runner));
    const ticket = { placeId, raceId, eventId, personHash, isMailed: false, givenAt: askedAt };
    return { kind: 'joined', ticket: await signTicket(ticket) };
  };

interface ShowNeeds {
  readonly readTicket: (token: string) => Promise<Ticket | undefined>;
  readonly records: WaitingRecords;
  readonly now: () => Date;
}

/**
 * How long a join may take to be recorded when everybody comes at once. A ticket without a place after that time never
 * gets one.
 */
const maxRecordingMs = 3_600_000;

export type WaitingAnswer =
  | { readonly kind: 'found'; readonly ticket: Ticket; readonly record: WaitingRecord }
  /** Not recorded yet. */
  | { readonly kind: 'processing' }
  /** This person has a place on the list, which opens with the link in their mail. */
  | { readonly kind: 'on-the-list'; readonly ticket: Ticket }
  /** The join did not lead to a place, or the place is gone. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'not-yours' };

export type ShowWaiting = (placeId: string, token: string) => Promise<WaitingAnswer>;

/** Shows a place on the waiting list to a caller that brings its ticket. */
export const showWaiting =
  ({ readTicket, records, now }: ShowNeeds): ShowWaiting =>
  async (placeId, token) => {
    const ticket = await readTicket(token);
    if (ticket?.placeId !== placeId) return { kind: 'not-yours' };
    const record = await records.find(ticket);
    if (!record) return notYet(ticket, now());
    // A person who joined in somebody else's name knows the name, not the mailbox: a confirmed place is shown by mail
    // only.
    const isTheirs = record.placeId === placeId && (ticket.isMailed || !record.isConfirmed);
    if (!isTheirs) return { kind: 'on-the-list', ticket };
    return { kind: 'found', ticket, record: ticket.isMailed ? record : asForAnybody(record) };
  };

/** Only mail tells whether a person is registered. To anybody else, their place looks like any place that waits. */
const asForAnybody = (record: WaitingRecord): WaitingRecord =>
  record.state === 'registered' ? { ...record, state: 'waiting' } : record;

const notYet = ({ givenAt }: Ticket, now: Date): WaitingAnswer => {
  const age = givenAt === undefined ? Number.POSITIVE_INFINITY : now.getTime() - givenAt;
  return { kind: age < maxRecordingMs ? 'processing' : 'nothing' };
};

/**
 * When to ask again, in seconds. A place far behind need not ask often, and forty thousand of them must not keep the
 * database busy; they get a mail anyway.
 */
export const nextPollSeconds = (ahead: number): number => {
  if (ahead < 20) return 30;
  return ahead < 500 ? 120 : 600;
};

interface ConfirmNeeds {
  readonly readTicket: (token: string) => Promise<Ticket | undefined>;
  readonly places: Pick<Places, 'confirm'>;
}

/**
 * `size`: how many of a group still wait, if they are fewer than before. `over`: the place is no longer on any list. Repeating a
 * confirmation is safe.
 */
export type ConfirmPlace = (
  placeId: string,
  token: string,
  size?: number,
) => Promise<'confirmed' | 'over' | 'not-yours'>;

/**
 * Confirms a place for the person who reads its mail. The ticket given at joining is not enough: it proves only that
 * somebody knew a name. Who joined first, perhaps in somebody else's name, said how many wait: so who reads the mail may make the group
 * smaller, and keeps the position. A larger group would take spots from those behind it.
 */
export const confirmPlace =
  ({ readTicket, places }: ConfirmNeeds): ConfirmPlace =>
  async (placeId, token, size) => {
    const ticket = await readTicket(token);
    if (ticket?.placeId !== placeId || !ticket.isMailed) return 'not-yours';
    return places.confirm(ticket, size);
  };

interface LeaveNeeds {
  readonly readTicket: (token: string) => Promise<Ticket | undefined>;
  readonly places: Pick<Places, 'leave'>;
}

/** `closed`: the place is confirmed and opens only with a mailed ticket. Repeating it is safe. */
export type LeaveWaitingList = (placeId: string, token: string) => Promise<'left' | 'not-yours' | 'closed'>;

export const leaveWaitingList =
  ({ readTicket, places }: LeaveNeeds): LeaveWaitingList =>
  async (placeId, token) => {
    const ticket = await readTicket(token);
    if (ticket?.placeId !== placeId) return 'not-yours';
    const left = await places.leave(ticket);
    return left === 'nothing' ? 'not-yours' : left;
  };
