import { isSameJson } from '../domain/canonical-json';
import type { Form } from '../forms/form';
import type { Race, RaceEvent, Stored } from '../races/race';

/** A race as a director edits it. Its instants are text in UTC, so that two race documents are compared as JSON. */
export interface RaceDocument {
  readonly id: string;
  readonly name: string;
  readonly place: string;
  readonly date: string;
  readonly timeZone: string;
  readonly description: string;
  readonly notice?: string | undefined;
  readonly isUnlisted?: true | undefined;
  readonly series?: string | undefined;
  readonly currency: string;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly waiver: { readonly version: string; readonly text: string };
  readonly changes: {
    readonly refundPercent: number;
    readonly cancelUntil?: string | undefined;
    readonly transferUntil?: string | undefined;
    readonly transferFee?: number | undefined;
    readonly deferral?: Stored<NonNullable<Race['changes']['deferral']>> | undefined;
  };
  readonly sale: Race['sale'];
  readonly events: readonly DocumentEvent[];
  /** What a registration asks for, and what is sold besides spots. */
  readonly form?: Form | undefined;
}

export interface DocumentEvent {
  readonly id: string;
  readonly name: string;
  readonly kind?: RaceEvent['kind'];
  readonly distance?: number | undefined;
  readonly capacity: number;
  readonly prices: readonly { readonly label: string; readonly from: string; readonly amount: number }[];
}

/** A race as it is typed: every field may be missing or wrong. */
export type DraftContent = Readonly<Record<string, unknown>>;

/** The race document of a published race. */
export const documentOf = (race: Race, form: Form | undefined): RaceDocument => ({
  id: race.id,
  name: race.name,
  place: race.place,
  date: race.date,
  timeZone: race.timeZone,
  description: race.description,
  ...(race.notice !== undefined && { notice: race.notice }),
  ...(race.isUnlisted && { isUnlisted: true }),
  ...(race.series !== undefined && { series: race.series }),
  currency: race.currency,
  opensAt: race.opensAt.toISOString(),
  closesAt: race.closesAt.toISOString(),
  waiver: { version: race.waiver.version, text: race.waiver.text },
  changes: {
    refundPercent: race.changes.refundPercent,
    ...(race.changes.cancelUntil && { cancelUntil: race.changes.cancelUntil.toISOString() }),
    ...(race.changes.transferUntil && { transferUntil: race.changes.transferUntil.toISOString() }),
    ...(race.changes.transferFee && { transferFee: race.changes.transferFee }),
    ...(race.changes.deferral && {
      deferral: {
        ...race.changes.deferral,
        until: race.changes.deferral.until.toISOString(),
        creditUntil: race.changes.deferral.creditUntil.toISOString(),
      },
    }),
  },
  sale: race.sale,
  events: race.events.map(eventDocument),
  ...(form && { form }),
});

const eventDocument = ({ id, name, kind, distance, capacity, prices }: RaceEvent): DocumentEvent => ({
  id,
  name,
  ...(kind ? { kind } : { distance }),
  capacity,
  prices: prices.map(({ label, from, amount }) => ({ label, from: from.toISOString(), amount })),
});

type Json = unknown;

/**
 * The draft as if it had been begun from the present race. Fields that the draft did not change have their present value, and fields
 * that it changed stay as in the draft. Events are matched by their ids. Every other list counts as one value.
 */
export const rebased = (base: Json, draft: Json, now: Json): Json => {
  if (isSameJson(draft, base)) return now;
  if (isSameJson(now, base)) return draft;
  if (isObject(draft) && isObject(now)) return rebasedObject(isObject(base) ? base : {}, draft, now);
  return areNamed(draft) && areNamed(now) ? rebasedList(areNamed(base) ? base : [], draft, now) : draft;
};

const rebasedObject = (base: JsonObject, draft: JsonObject, now: JsonObject): JsonObject => {
  const keys = [...new Set([...Object.keys(draft), ...Object.keys(now)])];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = rebased(base[key], draft[key], now[key]);
      return value === undefined ? [] : [[key, value]];
    }),
  );
};

const rebasedList = (base: readonly Named[], draft: readonly Named[], now: readonly Named[]): readonly Json[] => {
  const find = (list: readonly Named[], id: string) => list.find((one) => one.id === id);
  const kept = draft.map((one) => {
    const present = find(now, one.id);
    return present ? rebased(find(base, one.id), one, present) : one;
  });
  const added = now.filter(({ id }) => !find(base, id) && !find(draft, id));
  return [...kept, ...added];
};

type JsonObject = Readonly<Record<string, Json>>;
type Named = JsonObject & { readonly id: string };

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const areNamed = (value: Json): value is readonly Named[] =>
  Array.isArray(value) && value.every((one) => isObject(one) && typeof one.id === 'string');
