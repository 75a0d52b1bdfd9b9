import type { Client } from '../crowd/crowd';
import type { Evidence, Payment, Row } from './evidence';
import { groupsOf, isInPart, lacksOne } from './in-part';
import type { FormFigures } from './judge-form';

/** Counts that must be zero after any fault. */
export interface Faultless {
  /** Registrations beyond the capacity, and numbers that two runners have. */
  readonly oversold: number;
  /** Accepted and never decided, paid without a spot, a spot without payment. */
  readonly lost: number;
  /** Payments that the processor still holds money for, or whose bank still waits, at the end. */
  readonly stuck: number;
  /** Groups that are in only in part, or whose members were not all told the same. */
  readonly inPart: number;
  /** Charged twice, registered twice, mailed twice. */
  readonly doubled: number;
  /** Answers "sold out", or refused with the card authorised, at a moment when not every spot was registered. */
  readonly falseSoldOut: number;
  /** Spots that nobody has at the end, though there were people for them. */
  readonly unsold: number;
  /** The last answer they got differs from the database. */
  readonly contradicted: number;
  /** Confirmations that neither left nor are listed with a reason. */
  readonly unmailed: number;
  readonly deadLetters: number;
}

/** Figures that say what the fault did; none of them is wrong by itself. */
export interface Figures extends Faultless {
  /** Numbers that were promised to a second person. */
  readonly dealtTwice: number;
  /** Registered, but on another spot than the promised one. */
  readonly late: number;
  /** Authorised, refused, and the authorisation voided. */
  readonly refused: number;
  /** Runners whose bank asked them. */
  readonly asked: number;
  /** Mails that may or may not have left: they are listed and not sent again. */
  readonly uncertainMails: number;
  readonly rejectedMails: number;
  /** The registrations behind a count above that is too high. */
  readonly suspects: readonly string[];
  /** In a race with a form. */
  readonly form?: FormFigures;
}

/** How long caches may still say "sold out" after a spot came back, in milliseconds. */
export const believedMs = 2_000;

/** How much later others of the same batch may be recorded than a refused one, in milliseconds. */
const decidingMs = 1_000;

const isUnderWay = new Set(['requires_action', 'requires_confirmation', 'requires_capture', 'processing']);

const surplus = <T>(items: readonly T[], of: (item: T) => string | number): number =>
  items.length - new Set(items.map(of)).size;

/** Compares what the clients were told with the database, and both with the processor and the mail server. */
export const judge = ({ spots, ledger, clients, rows, payments, confirmations, deadLetters }: Evidence): Figures => {
  const suspects: string[] = [];
  const counted = (why: string, ids: readonly string[]): number => {
    suspects.push(...ids.map((id) => `${why}: ${id}`));
    return ids.length;
  };
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const live = rows.filter((row) => row.live);
  const groups = groupsOf(rows);
  const received = payments.filter(({ status }) => status === 'succeeded');
  const paidFor = new Set(received.map(({ registrationId }) => registrationId));

  const isEarned = ({ registrationId }: Payment) => {
    const row = rowById.get(registrationId);
    return row?.live && row.lead === registrationId;
  };
  const isOwed = (one: Payment) => one.status === 'succeeded' && !isEarned(one);
  const isPaid = ({ lead, payment, amount }: Row) =>
    amount === 0 ||
    (payment === 'captured' && received.some((one) => one.registrationId === lead && one.received === amount));

  const lost =
    counted(
      'accepted, never decided',
      clients.filter(({ answers, registrationId }) => answers.accepted && !rowById.has(registrationId)).map(idOf),
    ) +
    counted('money without a place', payments.filter(isOwed).map(idOf)) +
    counted(
      'a place without money',
      live.filter((row) => !paidFor.has(row.lead) || !isPaid(row)).map(({ id }) => id),
    );

  const soldBy = soldAt(rows);
  const isFalse = (soldOut: { askedAt: number; answeredAt: number } | undefined) =>
    soldOut !== undefined && soldBy(soldOut.answeredAt, soldOut.askedAt - believedMs) < spots;

  // Several are refused when too few spots are free for all of them: some may be free.
  const isRefusedEarly = ({ lead, outcome, via, recordedAt }: Row) =>
    outcome === 'refused' &&
    via !== 'sweep' &&
    spots - soldBy(recordedAt + decidingMs, recordedAt - believedMs) >= (groups.get(lead) ?? []).length;

  const mailed = (id: string) => confirmations.get(id) ?? 0;
  return {
    oversold:
      Math.max(0, live.length - spots) + surplus(live, ({ number }) => number ?? -1) + Math.abs(ledger.rows - spots),
    lost,
    stuck: counted('under way for ever', payments.filter(({ status }) => isUnderWay.has(status)).map(idOf)),
    inPart:
      counted(
        'a group in part',
        [...groups.values()].filter(isInPart).map(([row]) => row?.lead ?? ''),
      ) + counted('brought somebody who is not there', clients.filter((client) => lacksOne(client, rowById)).map(idOf)),
    doubled:
      surplus(received, ({ registrationId }) => registrationId) +
      surplus(live, ({ person }) => person ?? '') +
      rows.reduce((sum, { id }) => sum + Math.max(0, mailed(id) - 1), 0),
    falseSoldOut:
      counted('told sold out too early', clients.filter(({ answers }) => isFalse(answers.soldOut)).map(idOf)) +
      counted(
        'refused too early',
        rows.filter(isRefusedEarly).map(({ id }) => id),
      ),
    unsold: spots - live.length - ledger.offered,
    contradicted: counted('told something else', clients.filter((client) => contradicts(client, rowById)).map(idOf)),
    unmailed: counted(
      'no confirmation',
      live.filter(({ id, mail }) => mailed(id) === 0 && !isListed(mail)).map(({ id }) => id),
    ),
    deadLetters,
    dealtTwice: dealtTwiceAmong(clients),
    late: rows.filter(({ via }) => via === 'late').length,
    refused: rows.filter(({ outcome, via }) => outcome === 'refused' && via !== 'sweep').length,
    asked: clients.filter(({ answers }) => answers.asked).length,
    uncertainMails: live.filter(({ id, mail }) => mail === 'unknown' && mailed(id) === 0).length,
    rejectedMails: live.filter(({ mail }) => mail === 'rejected').length,
    suspects,
  };
};

/** Numbers that were promised to one client after another. */
export const dealtTwiceAmong = (clients: readonly Pick<Client, 'answers'>[]): number =>
  surplus(
    clients.flatMap(({ answers }) =>
      answers.holds.flatMap(({ block, spot, companions = [] }) =>
        [spot, ...companions.map((one) => one.spot)].map((number) => `${block} ${number}`),
      ),
    ),
    (seat) => seat,
  );

const idOf = ({ registrationId }: { readonly registrationId: string }) => registrationId;

const isListed = (mail: Row['mail']) => mail === 'unknown' || mail === 'rejected' || mail === 'suppressed';

/** How many spots were registered at an instant, without those whose payment had failed earlier. */
export const soldAt = (rows: readonly Row[]) => {
  const times = (some: readonly (number | null)[]) => some.flatMap((at) => at ?? []).sort((a, b) => a - b);
  const confirmed = rows.filter(({ outcome }) => outcome === 'confirmed');
  const won = times(confirmed.map(({ recordedAt }) => recordedAt));
  const given = times(confirmed.map(({ live, settledAt }) => (live ? null : settledAt)));
  const until = (sorted: readonly number[], at: number) => {
    const after = sorted.findIndex((one) => one > at);
    return after < 0 ? sorted.length : after;
  };
  return (at: number, before: number) => until(won, at) - until(given, before);
};

/** Whether the last answer to this client differs from the truth. A client without a definite answer was not misled. */
const contradicts = (
  { registrationId, answers, ending }: Evidence['clients'][number],
  rowById: ReadonlyMap<string, Row>,
): boolean => {
  const row = rowById.get(registrationId);
  const { status, soldOut, holds, accepted } = answers;
  if (status && status.status !== 'processing') {
    if (!row) return true;
    if (status.status === 'confirmed')
      return [{ registrationId, number: status.number }, ...(status.companions ?? [])].some((one) => {
        const registered = rowById.get(one.registrationId);
        return !registered?.live || registered.number !== one.number;
      });
    if (status.status === 'payment-failed') return row.live || row.outcome !== 'confirmed';
    return row.outcome !== status.status;
  }
  // Everybody asks once more at the end, when nothing is being decided any more.
  if (accepted) return true;
  if (soldOut && holds.length === 0) return row?.live === true;
  return ending.kind === 'declined' && row?.live === true;
};
