import { money } from '../../src/page/money';
import { shortInstant } from '../../src/time/dates';
import * as w from '../texts/editing';
import { type Draft, unscaled } from './draft';
import type { Plan } from './plan';

interface ChangeLinesProps {
  readonly changes: Plan['changes'];
  readonly before: Draft | undefined;
  readonly after: Draft;
}

/** What is different between two states of a race, a line for each value. */
export const ChangeLines = ({ changes, before, after }: ChangeLinesProps) => (
  <ul class="plan-lines">
    {changes.map((change) => (
      <li key={change.path}>{changeWords(change, after, before)}</li>
    ))}
  </ul>
);

/** `Ten, spots: 40 → 45` */
const changeWords = (
  { path, from, to }: Plan['changes'][number],
  draft: Draft,
  document: Draft | undefined,
): string => {
  const { timeZone = 'UTC', currency = 'EUR' } = draft;
  if (path === 'events.order') return w.orderOfEvents;
  const [, id, field = '', price, part] = /^events\.([^.]+)(?:\.(\w+))?(?:\.(.*Z))?(?:\.(\w+))?$/.exec(path) ?? [];
  const event = [...(draft.events ?? []), ...(document?.events ?? [])].find((one) => one.id === id)?.name ?? w.anEvent;
  const say = (value: unknown): string | undefined => {
    if (value === undefined) return undefined;
    if (typeof value === 'object') return nameIn(value, currency);
    const text = String(value);
    if (path === 'lineMode') return w.lineModes[text as keyof typeof w.lineModes];
    if (part === 'amount') return money(Number(value), currency);
    if (field === 'distance') return unscaled(Number(value), 3);
    return /^\d{4}-\d\d-\d\dT.*Z$/.test(text) ? shortInstant(text, timeZone) : text;
  };
  const ofPrice = price === undefined ? undefined : w.priceFromWords(shortInstant(price, timeZone));
  const name =
    id === undefined
      ? w.fieldName(path)
      : field === ''
        ? w.anEvent
        : w.ofEvent(event, ofPrice ?? w.eventFields[field] ?? field);
  return w.change(name, say(from), say(to));
};

/** What an event, a price or anything else with parts is called. */
const nameIn = (value: object | null, currency: string): string | undefined => {
  const { name, label, amount } = (value ?? {}) as {
    readonly name?: string;
    readonly label?: string;
    readonly amount?: number;
  };
  return name ?? (amount === undefined ? label : [label, money(amount, currency)].join(' '));
};
