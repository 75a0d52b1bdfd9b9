import type { Form } from '../../../../lambdas/api/form/definition/form';
import type { RaceMessage } from '../../../../lambdas/api/messages/races';
import { formFor } from '../../../../lambdas/forms/form-for';
import { type Answer, type ApiRequest, problemAnswer } from './fake-answer';
import type { Line } from './fake-changes';
import { fullForm, textWith } from './fake-form';
import { clubId, clubMile } from './fake-races';
import type { FakeTurns } from './fake-turns';

export type RacePageKind = 'form' | 'text' | 'stock' | 'access' | 'races';

/** What everybody reads of races. */
export interface RacePages {
  readonly races: RaceMessage[];
  /** The revisions of the form of every race; without any, no race has a form. */
  readonly forms: Form[];
  /** There are codes: `MILL-10`, `MILL-OLD`, and `CLUB-27` for the Club mile. */
  hasCodes: boolean;
  /** What is left of variants. */
  readonly stock: Map<string, { readonly state: string; readonly left?: number }>;
  /** Spots left in every event, and the sale state if it should not follow the clock. */
  spotsLeft: number;
  sale: 'open' | 'paused' | 'held' | 'waiting-list' | 'sold-out' | undefined;
  /** The waiting list, and what happened to registrations. */
  line: Line;
  /** The line before a race. */
  turns: FakeTurns;
}

/** The usual answer to who looks at races. Undefined if the call is for something else. */
export const racePage = (
  api: RacePages,
  { method, path, body }: ApiRequest,
  now: () => number,
): { kind: RacePageKind | 'other'; answer: () => Answer } | undefined => {
  const [, , room, id, what] = path.split('/');
  const race = api.races.find((one) => one.id === id);
  if (method === 'GET' && path === '/api/races') {
    const summary = ({ id, name, place, date, timeZone, opensAt, closesAt }: RaceMessage) => ({
      id,
      name,
      place,
      date,
      timeZone,
      opensAt,
      closesAt,
      // Of a newer API: the page does not mind what it does not know.
      later: true,
      ...(api.sale === 'paused' && { sale: api.sale }),
    });
    return { kind: 'races', answer: () => ({ body: { races: api.races.map(summary) } }) };
  }
  if (room === 'races' && race && what === 'availability')
    return { kind: 'other', answer: () => ({ body: availability(api, race, now()) }) };
  if (room === 'races' && race && what === 'forms') {
    const revision = Number(path.split('/')[5]);
    const form = api.forms[revision - 1];
    return {
      kind: 'form',
      answer: () => (form ? { body: { raceId: id, revision, ...formFor(form) } } : problemAnswer('not-found')),
    };
  }
  if (room === 'races' && race && what === 'stock') {
    const variants = [...api.stock].map(([variant, of]) => ({ variant, ...of }));
    return { kind: 'stock', answer: () => ({ body: { raceId: id, variants } }) };
  }
  if (room === 'races' && race && what === 'texts') {
    const text = textWith(path.split('/')[5] ?? '');
    return { kind: 'text', answer: () => (text ? { body: { raceId: id, ...text } } : problemAnswer('not-found')) };
  }
  if (room === 'races' && race && what === 'access') {
    const opened = {
      raceId: id,
      events: [clubMile(race)],
      form: { raceId: id, revision: api.forms.length, ...formFor(api.forms.at(-1) ?? fullForm, [clubId]) },
      access: 'access.club',
      expiresAt: instant(now() + 3_600_000),
      now: instant(now()),
    };
    return {
      kind: 'access',
      answer: () =>
        (body as { code?: string }).code === 'CLUB-27' ? { body: opened } : problemAnswer('code-unknown', { code: 0 }),
    };
  }
  if (room === 'races' && race && !what)
    return {
      kind: 'races',
      answer: () => ({
        body: {
          ...race,
          ...(api.hasCodes && { codes: true }),
          ...(api.line.bib.givesBibs && { bibs: true }),
          ...(api.forms.at(-1)?.teams && { form: api.forms.length }),
        },
      }),
    };
  return undefined;
};

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();

const availability = (api: RacePages, race: RaceMessage, now: number) => ({
  ...(race.revision !== undefined && { revision: race.revision }),
  raceId: race.id,
  now: instant(now),
  events: race.events.map(({ id }) => ({
    eventId: id,
    spotsLeft: api.sale === undefined ? api.spotsLeft : 0,
    state:
      now < Date.parse(race.opensAt) ? 'early' : now >= Date.parse(race.closesAt) ? 'closed' : (api.sale ?? 'open'),
    ...(api.sale === 'paused' && { sale: api.sale }),
  })),
  ...(api.turns.document?.raceId === race.id && {
    line: api.turns.document.state === 'lobby' ? 'lobby' : 'on',
  }),
});
