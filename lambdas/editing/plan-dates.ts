import type { Part } from './plan';
import type { RaceDocument } from './race-document';

interface Question {
  readonly current: RaceDocument | undefined;
  readonly wanted: RaceDocument;
  readonly now: Date;
}

/**
 * Dates that a copy of last year's race brings along, and that nobody would miss: a right of runners that is over before the opening, an
 * age that counts on a day of last year, and a later price that is never asked for, because it began before the opening.
 */
export const dateParts = ({ current, wanted, now }: Question): readonly Part[] => {
  if (current) return [];
  const { changes, form, events, opensAt } = wanted;
  const isOver = (instant: string | undefined) => instant !== undefined && Date.parse(instant) <= now.getTime();
  const items = form?.items ?? [];
  const days = (form?.rules ?? []).map(({ ageOn }) => ageOn ?? '');
  const fields = [
    ...(isOver(changes.cancelUntil) ? ['cancelUntil'] : []),
    ...(isOver(changes.transferUntil) ? ['transferUntil'] : []),
    ...(isOver(changes.deferral?.until) ? ['deferUntil'] : []),
    ...(items.some(({ refundUntil }) => isOver(refundUntil)) ? ['refundUntil'] : []),
    ...(items.some(({ exchangeUntil }) => isOver(exchangeUntil)) ? ['exchangeUntil'] : []),
    ...(days.some((day) => /^\d/.test(day) && day < now.toISOString().slice(0, 10)) ? ['ageOn'] : []),
  ];
  const unasked = events.filter(
    ({ prices }) => prices.filter(({ from }) => Date.parse(from) <= Date.parse(opensAt)).length > 1,
  );
  return [
    ...(fields.length > 0 ? [{ warning: { kind: 'dates-passed' as const, fields } }] : []),
    ...unasked.map(({ id, name }) => ({ warning: { kind: 'price-unasked' as const, event: { id, name } } })),
  ];
};
