import { isSameJson } from '../domain/canonical-json';
import { saleState } from '../domain/event-sale';
import { placesServed } from '../domain/waiting';
import { mayLowerTo } from '../spots/capacity/change-capacity';
import { changesBetween } from './changes';
import type { NamedEvent, Part, Plan } from './plan';
import { dateParts } from './plan-dates';
import { formParts } from './plan-form';
import { lineParts } from './plan-line';
import type { EventFacts, RaceFacts } from './ports';
import type { DocumentEvent, RaceDocument } from './race-document';

export interface PlanQuestion {
  /** Undefined: the race was never published. */
  readonly current: RaceDocument | undefined;
  readonly wanted: RaceDocument;
  readonly facts: RaceFacts;
  readonly now: Date;
  /** The director agreed that registration opens at once, when the opening is in the past. */
  readonly openNow: boolean;
}

/** How long before an opening it must be known, so that the functions are warm in time. */
const warmUpMinutes = 20;

/** What publishing would do at this moment, and why it may not. */
export const planChange = (question: PlanQuestion): Plan => {
  const { current, wanted, facts, now } = question;
  const counts = totals(facts.events);
  const until = latest(facts.events.map(({ heldUntil }) => heldUntil));
  const parts = [
    ...opening(question),
    ...dateParts(question),
    ...lineParts(question),
    ...eventsOf(question),
    ...(current ? [...texts(current, question, until), ...rights(current, question)] : []),
    ...formParts(question),
    ...missingFiles(question),
    ...fixed(question),
    ...(facts.isCancelled ? forGood(question) : []),
  ];
  const consequences = parts.flatMap(({ consequence }) => consequence ?? []);
  const offers = consequences.reduce((sum, one) => sum + (one.kind === 'offers-made' ? one.count : 0), 0);
  return {
    changes: changesBetween(current, wanted),
    consequences: [
      ...(current
        ? []
        : [{ kind: 'race-appears' as const, count: wanted.events.reduce((sum, { capacity }) => sum + capacity, 0) }]),
      ...consequences,
    ],
    warnings: parts.flatMap(({ warning }) => warning ?? []),
    refusals: parts.flatMap(({ refusal }) => refusal ?? []),
    mails: offers > 0 ? [{ template: 'offer', count: offers }] : [],
    facts: { at: now.toISOString(), ...counts },
  };
};

/** The parts of a plan that make it another plan. Counts are left out, because they change every second while a race is sold. */
export const planIdentity = ({ changes, consequences, warnings, refusals }: Plan): unknown => ({
  changes,
  kinds: [...consequences, ...warnings, ...refusals].map((one) => ({
    kind: one.kind,
    ...('event' in one && { event: one.event.id }),
    ...('right' in one && { right: one.right }),
    ...('version' in one && { version: one.version }),
  })),
});

/** A cancelled race sells nothing again, so nothing about its sale may change. */
const forGood = ({ current, wanted }: PlanQuestion): readonly Part[] =>
  changesBetween(current, wanted).some(({ path }) => /^(events|opensAt|closesAt)\b/.test(path))
    ? [{ refusal: { kind: 'race-cancelled' } }]
    : [];

const opening = ({ current, wanted, facts, now, openNow }: PlanQuestion): readonly Part[] => {
  const [opensAt, closesAt] = [Date.parse(wanted.opensAt), Date.parse(wanted.closesAt)];
  const parts: Part[] = [];
  if (current?.opensAt !== wanted.opensAt) {
    const minutes = Math.ceil((opensAt - now.getTime()) / 60_000);
    if (facts.events.some(({ wasCut }) => wasCut)) parts.push({ refusal: { kind: 'sale-began' } });
    else if (opensAt > now.getTime()) {
      if (minutes < warmUpMinutes) parts.push({ warning: { kind: 'opens-soon', minutes } });
    } else parts.push(openNow ? { consequence: { kind: 'opens-now' } } : { refusal: { kind: 'opening-passed' } });
  }
  if (current?.closesAt !== wanted.closesAt) {
    const outlasting = facts.events.reduce((sum, event) => sum + event.outlasting, 0);
    if (closesAt <= now.getTime()) parts.push({ refusal: { kind: 'closing-passed' } });
    else if (current && Date.parse(current.closesAt) <= now.getTime())
      parts.push({ consequence: { kind: 'sale-reopens' } });
    else if (current && closesAt < Date.parse(current.closesAt) && outlasting > 0)
      parts.push({ consequence: { kind: 'offers-end-earlier', count: outlasting, until: wanted.closesAt } });
  }
  if (current?.date !== wanted.date && wanted.date < now.toISOString().slice(0, 10))
    parts.push({ warning: { kind: 'day-passed' } });
  return parts;
};

const eventsOf = ({ current, wanted, facts, now }: PlanQuestion): readonly Part[] => {
  const before = current?.events ?? [];
  // As it will be: the times change before the capacity does.
  const isOnSale = ({ sale }: EventFacts) =>
    saleState({ ...wanted, sale: sale === 'on' ? undefined : sale }, now.getTime()) === 'open';
  const known = (id: string) => facts.events.find(({ eventId }) => eventId === id) ?? unused(id);
  return [
    ...wanted.events.flatMap((event) => {
      const present = before.find(({ id }) => id === event.id);
      const found = known(event.id);
      return present
        ? changedEvent(present, event, found, isOnSale(found))
        : addedEvent(event, facts, current !== undefined);
    }),
    ...before
      .filter(({ id }) => !wanted.events.some((event) => event.id === id))
      .map((event) => removedEvent(event, known(event.id))),
  ];
};

const addedEvent = (event: DocumentEvent, facts: RaceFacts, isPublished: boolean): readonly Part[] => {
  if (facts.foreignEvents.includes(event.id))
    return [{ refusal: { kind: 'event-of-another-race', event: named(event) } }];
  return isPublished ? [{ consequence: { kind: 'event-added', event: named(event), count: event.capacity } }] : [];
};

const removedEvent = (event: DocumentEvent, { isUsed, registered }: EventFacts): Part =>
  isUsed
    ? { refusal: { kind: 'event-in-use', event: named(event), count: registered } }
    : { consequence: { kind: 'event-removed', event: named(event), count: event.capacity } };

const changedEvent = (
  before: DocumentEvent,
  wanted: DocumentEvent,
  facts: EventFacts,
  isOnSale: boolean,
): readonly Part[] => {
  const event = named(wanted);
  const { registered, held, heldUntil, isUsed } = facts;
  return [
    ...(before.kind !== wanted.kind && isUsed
      ? [{ refusal: { kind: 'kind-fixed' as const, event, count: registered } }]
      : []),
    ...(before.capacity === wanted.capacity ? [] : capacityParts(event, wanted.capacity, facts, isOnSale)),
    ...(held > 0 && heldUntil !== undefined && !isSameJson(before.prices, wanted.prices)
      ? [{ consequence: { kind: 'holds-keep-price' as const, event, count: held, until: heldUntil } }]
      : []),
  ];
};

const capacityParts = (event: NamedEvent, capacity: number, facts: EventFacts, isOnSale: boolean): readonly Part[] => {
  const { registered, spots, sellable, waitingSizes } = facts;
  if (!mayLowerTo(capacity, registered)) return [{ refusal: { kind: 'below-registered', event, count: registered } }];
  const [more, fewer] = [Math.max(0, capacity - spots), Math.max(0, spots - capacity)];
  const now = Math.min(fewer, sellable);
  const some = (
    kind: 'spots-added' | 'spots-removed' | 'spots-removed-later' | 'offers-made',
    count: number,
  ): readonly Part[] => (count > 0 ? [{ consequence: { kind, event, count } }] : []);
  return [
    ...some('spots-added', more),
    ...some('offers-made', more > 0 && isOnSale ? placesServed(waitingSizes, sellable + more) : 0),
    ...some('spots-removed', now),
    ...some('spots-removed-later', fewer - now),
  ];
};

const texts = (current: RaceDocument, { wanted, facts }: PlanQuestion, until: string | undefined): readonly Part[] => {
  const { registered, held } = totals(facts.events);
  const told = [
    ...(current.date === wanted.date ? [] : ['date']),
    ...(current.place === wanted.place ? [] : ['place']),
    ...(current.events.some(({ id, distance }) =>
      wanted.events.some((one) => one.id === id && one.distance !== distance),
    )
      ? ['distance']
      : []),
  ];
  return [
    ...(current.isUnlisted === wanted.isUnlisted
      ? []
      : [{ consequence: { kind: wanted.isUnlisted ? ('race-unlisted' as const) : ('race-listed' as const) } }]),
    ...(current.notice === wanted.notice
      ? []
      : [
          { consequence: { kind: wanted.notice === undefined ? ('notice-gone' as const) : ('notice-shown' as const) } },
        ]),
    ...(told.length > 0 && registered > 0
      ? [{ warning: { kind: 'tell-runners' as const, count: registered, fields: told } }]
      : []),
    ...(current.waiver.text === wanted.waiver.text
      ? []
      : [
          ...(held > 0 && until !== undefined
            ? [{ consequence: { kind: 'holds-keep-text' as const, count: held, until } }]
            : []),
          ...facts.accepted.map(({ version, count }) => ({
            consequence: { kind: 'accepted-before' as const, version, count },
          })),
        ]),
  ];
};

const rights = (current: RaceDocument, { wanted, facts, now }: PlanQuestion): readonly Part[] => {
  const { registered } = totals(facts.events);
  if (registered === 0) return [];
  const endsEarlier = (before: string | undefined, after: string | undefined) =>
    before !== undefined &&
    Date.parse(before) > now.getTime() &&
    (after === undefined || Date.parse(after) < Date.parse(before));
  const { changes: before } = current;
  const { changes: after } = wanted;
  const mayCancel = before.cancelUntil !== undefined && Date.parse(before.cancelUntil) > now.getTime();
  const mayTransfer = before.transferUntil !== undefined && Date.parse(before.transferUntil) > now.getTime();
  const lost = [
    ...(endsEarlier(before.cancelUntil, after.cancelUntil) ? ['cancel' as const] : []),
    ...(mayCancel && after.refundPercent < before.refundPercent ? ['refund' as const] : []),
    ...(endsEarlier(before.transferUntil, after.transferUntil) ? ['transfer' as const] : []),
    ...(mayTransfer && (after.transferFee ?? 0) > (before.transferFee ?? 0) ? ['transfer-fee' as const] : []),
    ...(endsEarlier(before.deferral?.until, after.deferral?.until) ? ['defer' as const] : []),
  ];
  return lost.map((right) => ({ consequence: { kind: 'right-lost', right, count: registered } }));
};

const missingFiles = ({ wanted: { media = {} }, facts }: PlanQuestion): readonly Part[] => {
  const kept = (file: string) => facts.files.find((one) => one.file === file);
  const pictures = [media.picture, media.logo, ...(media.sponsors ?? [])].filter((one) => one !== undefined);
  const count =
    pictures.filter(({ file, width, height }) => kept(file)?.width !== width || kept(file)?.height !== height).length +
    (media.files ?? []).filter(({ file, bytes }) => kept(file)?.bytes !== bytes).length;
  return count > 0 ? [{ refusal: { kind: 'files-missing', count } }] : [];
};

const fixed = ({ current, wanted, facts }: PlanQuestion): readonly Part[] => {
  const { registered } = totals(facts.events);
  const isReused = facts.texts.some(
    ({ kind, version, hash }) => kind === 'waiver' && version === wanted.waiver.version && hash !== facts.waiverHash,
  );
  // A hold or an offer is a price in this currency, and what came back was paid in it.
  const isPromised = facts.events.some(({ heldUntil, offered }) => heldUntil !== undefined || offered > 0);
  return [
    ...(current && (facts.wasRegistered || isPromised) && current.currency !== wanted.currency
      ? [{ refusal: { kind: 'currency-fixed' as const, count: registered } }]
      : []),
    ...(current && registered > 0 && current.timeZone !== wanted.timeZone
      ? [{ refusal: { kind: 'time-zone-fixed' as const, count: registered } }]
      : []),
    ...(isReused ? [{ refusal: { kind: 'label-reused' as const, version: wanted.waiver.version } }] : []),
  ];
};

const named = ({ id, name }: DocumentEvent): NamedEvent => ({ id, name });

const unused = (eventId: string): EventFacts => ({
  eventId,
  registered: 0,
  held: 0,
  offered: 0,
  outlasting: 0,
  waiting: 0,
  waitingSizes: [],
  sale: 'on',
  sellable: 0,
  spots: 0,
  isUsed: false,
  wasCut: false,
});

const totals = (events: readonly EventFacts[]) => {
  const sum = (of: (event: EventFacts) => number) => events.reduce((total, event) => total + of(event), 0);
  return {
    registered: sum(({ registered }) => registered),
    held: sum(({ held }) => held),
    offered: sum(({ offered }) => offered),
    waiting: sum(({ waiting }) => waiting),
    sellable: sum(({ sellable }) => sellable),
  };
};

const latest = (instants: readonly (string | undefined)[]): string | undefined =>
  instants
    .filter((one) => one !== undefined)
    .toSorted()
    .at(-1);
