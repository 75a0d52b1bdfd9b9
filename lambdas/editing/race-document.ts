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
  readonly media?: Race['media'];
  readonly series?: string | undefined;
  /** Absent: it has a line when not everybody fits. */
  readonly lineMode?: Race['lineMode'];
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
  ...(race.media && { media: race.media }),
  ...(race.series !== undefined && { series: race.series }),
  ...(race.lineMode && { lineMode: race.lineMode }),
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
