import { formDefinition } from '../../../../lambdas/api/form/definition/definition';
import type { Form } from '../../../../lambdas/api/form/definition/form';
import type { RaceMessage } from '../../../../lambdas/api/messages/races';
import { read } from '../../../../lambdas/api/read';
import type { Draft, DraftEvent } from '../../editing/draft';
import * as w from '../../texts/editing';
import { documentTitle } from '../../texts/files';
import * as p from '../../texts/preview';
import type { PreviewScript } from '../world';

const dayMs = 86_400_000;

const textOf = (value: unknown, other = ''): string => (typeof value === 'string' && value !== '' ? value : other);
const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
const instantOf = (value: unknown): string | undefined => {
  const at = Date.parse(textOf(value));
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
};

/**
 * A draft as runners would see it. What is missing is made up, so that a race can be looked at from its first field on.
 * `now`: in milliseconds.
 */
export const raceOfDraft: PreviewScript['raceOfDraft'] = (raceId, draft, now) => {
  const { form: content, waiver, changes, sale } = draft as Draft & Readonly<Record<string, Record<string, unknown>>>;
  const form = content === undefined ? undefined : read(formDefinition, content);
  const opensAt = instantOf(draft.opensAt) ?? new Date(now + 7 * dayMs).toISOString();
  const closesAt = instantOf(draft.closesAt) ?? new Date(Date.parse(opensAt) + 60 * dayMs).toISOString();
  const good = form && 'output' in form ? (form.output as Form) : undefined;
  const hidden = new Set((good?.rules ?? []).flatMap(({ accessCode, events }) => (accessCode ? events : [])));
  const events = (draft.events ?? []).flatMap((event, n) =>
    hidden.has(event.id ?? '') ? [] : [eventOf(event, n, opensAt)],
  );
  const cancelUntil = instantOf(changes?.cancelUntil);
  const transferUntil = instantOf(changes?.transferUntil);
  const notice = textOf(draft.notice);
  const media = mediaOf(draft.media);
  return {
    race: {
      id: raceId,
      name: textOf(draft.name, w.unnamed),
      place: textOf(draft.place, p.somewhere),
      date: textOf(draft.date, closesAt.slice(0, 10)),
      timeZone: textOf(draft.timeZone, 'UTC'),
      description: textOf(draft.description),
      currency: textOf(draft.currency, 'EUR'),
      opensAt,
      closesAt,
      waiver: { version: textOf(waiver?.version, '1'), text: textOf(waiver?.text), hash: waiverHash },
      events,
      changes: {
        refundPercent: Math.min(100, countOf(changes?.refundPercent)),
        ...(cancelUntil && { cancelUntil }),
        ...(transferUntil && { transferUntil }),
      },
      revision: 1,
      ...(notice !== '' && { notice }),
      ...(media && { media }),
      ...(good && { form: 1 }),
      ...(hidden.size > 0 && { codes: true as const }),
    },
    form: good,
    holdSeconds: countOf(sale?.holdSeconds) || 600,
    isFormWrong: form !== undefined && good === undefined,
  };
};

/** Files are in a draft once they are uploaded, so they can be looked at. */
const mediaOf = (media: Draft['media']): RaceMessage['media'] => {
  const { picture, logo, files = [], sponsors = [] } = (media ?? {}) as NonNullable<RaceMessage['media']>;
  if (!picture && !logo && files.length === 0 && sponsors.length === 0) return undefined;
  const shown = (one: NonNullable<typeof picture>) => ({ ...one, alt: textOf(one.alt) });
  return {
    ...(picture && { picture: shown(picture) }),
    ...(logo && { logo: shown(logo) }),
    ...(files.length > 0 && { files: files.map((one) => ({ ...one, title: textOf(one.title, documentTitle) })) }),
    ...(sponsors.length > 0 && { sponsors: sponsors.map(shown) }),
  };
};

const waiverHash = 'preview';

const eventOf = (event: DraftEvent, n: number, opensAt: string): RaceMessage['events'][number] => {
  const kind = event.kind === 'gift' || event.kind === 'ticket' ? event.kind : undefined;
  const prices = (event.prices ?? []).flatMap(({ label, from, amount }) =>
    typeof amount === 'number' ? [{ label: textOf(label, w.regular), from: instantOf(from) ?? opensAt, amount }] : [],
  );
  return {
    id: textOf(event.id, `00000000-0000-4000-8000-00000000000${n}`),
    name: w.eventTitle(textOf(event.name), n + 1),
    ...(kind && { kind }),
    distance: kind ? 0 : countOf(event.distance),
    capacity: countOf(event.capacity),
    prices: [...prices].sort((one, other) => Date.parse(one.from) - Date.parse(other.from)),
  };
};
