import type { Form } from '../../../../lambdas/api/form/definition/form';
import type { Entry } from '../../../../lambdas/api/form/entry';
import { withoutHidden } from '../../../../lambdas/api/form/entry';
import { entryWithTeamSchema } from '../../../../lambdas/api/form/entry-with-team';
import { priceEntry } from '../../../../lambdas/api/form/price';
import { shortForm } from '../../../../lambdas/api/form/short';
import type { HoldRequest } from '../../../../lambdas/api/messages/hold-request';
import type { QuoteRequest } from '../../../../lambdas/api/messages/quotes';
import type { RaceMessage } from '../../../../lambdas/api/messages/races';
import type { ProblemName } from '../../../../lambdas/api/problems';
import { read } from '../../../../lambdas/api/read';
import { saleState } from '../../../../lambdas/domain/event-sale';
import type { Answered, Failure } from '../../../src/http/failure';
import type { Call } from '../../../src/http/request';
import { priceAt } from '../../../src/race/prices';
import type { World } from '../world';
import { serverClock } from './clock';

type Event = RaceMessage['events'][number];
type Reply = { readonly body: unknown } | { readonly problem: ProblemName; readonly [parameter: string]: unknown };

/** Of a registration that was made in the preview. */
interface Made {
  readonly event: Event;
  readonly people: readonly Person[];
  readonly total: number;
}

interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

interface Held {
  readonly event: Event;
  readonly ids: readonly string[];
  readonly total: number;
  readonly label: string;
  readonly until: number;
  quoted?: number;
}

const holds = new Map<string, Held>();
const made = new Map<string, Made>();
const places = new Map<string, { readonly eventId: string; readonly size: number }>();

export const forgetAnswers = (): void => {
  for (const known of [holds, made, places]) known.clear();
};

/** As long as a fast server takes, so that what is shown meanwhile is seen. */
const answerMs = 150;

/** What the server would answer, without one. It is read by the page's own schema, as every answer is. */
export const answerLocally = async <S extends Parameters<typeof read>[0]>(
  world: World,
  { method, url, body, schema }: Call<S>,
): Promise<Answered<never>> => {
  await new Promise((resolve) => setTimeout(resolve, answerMs));
  const { pathname } = new URL(url, 'http://preview.invalid');
  const reply = replyTo(world, `${method} ${pathname}`, body);
  if ('problem' in reply) {
    const { problem, ...parameters } = reply;
    return { detail: '', ...parameters, kind: 'problem', name: problem } as Failure;
  }
  const answer = read(schema, reply.body);
  return 'output' in answer ? { kind: 'ok', value: answer.output as never } : { kind: 'unreadable', status: 200 };
};

const iso = (at: number) => new Date(at).toISOString();

const replyTo = (world: World, call: string, sent: unknown): Reply => {
  const { race, form, texts } = world;
  const time = serverClock.now();
  const [, place = '', id = ''] = /^\w+ \/api\/(?:registrations|waiting-list)(\/)([^/]+)/.exec(call) ?? [];
  const ofRace = `/api/races/${encodeURIComponent(race.id)}`;
  const has = (shape: string) => call === shape;
  if (has('GET /config.json')) return { body: noProcessor };
  if (has('GET /api/races')) return { body: { races: [summaryOf(race)] } };
  if (has(`GET ${ofRace}`)) return { body: race };
  if (has(`GET ${ofRace}/availability`)) return { body: availability(world, time) };
  if (has(`GET ${ofRace}/stock`)) return { body: { raceId: race.id, variants: stockOf(world) } };
  if (has(`GET ${ofRace}/forms/1`) && form) return { body: { raceId: race.id, revision: 1, ...form } };
  if (call.startsWith(`GET ${ofRace}/texts/`)) {
    const text = texts.find(({ hash }) => call.endsWith(`/${hash}`));
    return text ? { body: text } : { problem: 'not-found' };
  }
  if (has(`GET ${ofRace}/teams`)) return { body: { teams: [] } };
  if (has(`POST ${ofRace}/access`)) return { problem: 'code-unknown' };
  if (has(`POST ${ofRace}/holds`)) return hold(world, sent as HoldRequest, time);
  if (has(`POST ${ofRace}/waiting-list`))
    return join(world, sent as { placeId: string; eventId: string; size?: number });
  if (has('GET /api/session')) return { body: { holds: [], now: iso(time) } };
  if (has('PUT /api/session/draft')) return { body: { status: 'kept' } };
  if (place === '') return { problem: 'not-found' };
  if (call.endsWith('/quote')) return quote(world, id, sent as QuoteRequest, time);
  if (call.endsWith('/checks')) return { body: { registrationId: id, registered: 'no' } };
  if (call.startsWith('PUT /api/registrations/')) return submit(id, sent as Submitted);
  if (call.startsWith('GET /api/registrations/')) return status(world, id, time);
  if (call.startsWith('GET /api/waiting-list/')) return waiting(world, id);
  if (call.startsWith('DELETE /api/waiting-list/')) return { body: { placeId: id, status: 'left' } };
  return { problem: 'not-found' };
};

const noProcessor = {
  processor: { kind: 'preview', url: 'https://preview.invalid', script: 'https://preview.invalid', publishableKey: '' },
};

const summaryOf = ({ id, name, place, date, timeZone, opensAt, closesAt }: RaceMessage) => ({
  ...{ id, name, place, date, timeZone, opensAt, closesAt },
});

const few = 3;

const stateNow = ({ race, spots }: World, time: number) => {
  const { opensAt, closesAt } = race;
  const state = saleState({ opensAt, closesAt }, time);
  if (state !== 'open') return state === 'early' ? state : 'closed';
  return { many: state, few: state, none: 'sold-out' as const, 'waiting-list': 'waiting-list' as const }[spots];
};

const leftIn = ({ spots }: World, { capacity }: Event, isOpen: boolean): number => {
  if (!isOpen) return capacity;
  if (spots === 'few') return Math.min(few, capacity);
  return spots === 'many' ? Math.ceil(capacity * 0.6) : 0;
};

const availability = (world: World, time: number) => {
  const { race } = world;
  const state = stateNow(world, time);
  return {
    raceId: race.id,
    now: iso(time),
    revision: race.revision,
    events: race.events.map((event) => ({
      eventId: event.id,
      spotsLeft: leftIn(world, event, state !== 'early' && state !== 'closed'),
      // There is always room for one more gift.
      state: event.kind === 'gift' && (state === 'sold-out' || state === 'waiting-list') ? 'held' : state,
    })),
  };
};

const stockOf = ({ form, spots }: World) =>
  (form?.items ?? []).flatMap(({ variants }) =>
    variants.flatMap(({ id: variant, limited }) => {
      if (!limited) return [];
      if (spots === 'few') return [{ variant, state: 'few', left: few }];
      return [{ variant, state: spots === 'many' ? 'plenty' : 'gone' }];
    }),
  );

const hold = (world: World, { registrationId, eventId, companions = [] }: HoldRequest, time: number): Reply => {
  const { race, holdSeconds } = world;
  const event = race.events.find(({ id }) => id === eventId);
  const price = event && priceAt(event.prices, time).current;
  if (!event || !price) return { problem: 'not-found' };
  const ids = [registrationId, ...companions];
  const permit = 'preview';
  const state = stateNow(world, time);
  if (state === 'early') return { problem: 'not-open-yet', opensAt: race.opensAt, retryAfter: 1 };
  if (state === 'closed') return { problem: state };
  const left = event.kind === 'gift' ? ids.length : leftIn(world, event, true);
  if (left === 0) return { problem: state === 'waiting-list' ? state : 'sold-out', permit };
  if (left < ids.length) return { problem: 'too-few-spots', people: ids.length, free: left, permit };
  const until = time + holdSeconds * 1000;
  const total = price.amount * ids.length;
  holds.set(registrationId, { event, ids, total, label: price.label, until });
  const label = ids.length > 1 ? `${ids.length} × ${price.label}` : price.label;
  return {
    body: {
      ...{ registrationId, raceId: race.id, eventId, hold: 'preview', expiresAt: iso(until), now: iso(time) },
      ...(companions.length > 0 && { companions }),
      quote: { currency: race.currency, lines: [{ label, amount: total }], total },
      waiver: race.waiver,
      ...(race.form !== undefined && { form: race.form }),
    },
  };
};

/** The least that a processor charges is a few cents; this is that of the euro. */
const minCharge = 50;

const quote = ({ race, form }: World, id: string, { entry: sent, codes = [] }: QuoteRequest, time: number): Reply => {
  const held = holds.get(id);
  if (!held || !form) return { problem: 'hold-expired' };
  if (codes.length > 0) return { problem: 'code-unknown', code: 0 };
  const { event, ids, total, label, until } = held;
  const whole: Form = event.kind ? shortForm(form, event.id) : form;
  const answer = read(entryWithTeamSchema(whole, event.id), sent);
  if ('errors' in answer) return { problem: 'invalid-request', faults: answer.errors };
  const { entry, dropped } = withoutHidden(whole, event.id, answer.output) as {
    entry: Entry;
    dropped: readonly string[];
  };
  const price = priceEntry(whole, { label, amount: total / ids.length, minCharge }, entry);
  if (price === 'too-large') return { problem: 'invalid-request' };
  held.quoted = price.total;
  return {
    body: {
      ...{ registrationId: id, quote: 'preview', form: 1, entry, dropped, currency: race.currency },
      lines: price.people.flatMap(({ registrationId, lines }) =>
        lines.map(({ kind, ref, label: name, list, amount }) => ({
          ...{ registrationId, kind, list, amount },
          ...(ref !== undefined && { ref }),
          ...(name !== undefined && { label: name }),
        })),
      ),
      shares: price.people.map(({ registrationId, share }) => ({ registrationId, amount: share })),
      total: price.total,
      registered: ids.map((registrationId) => ({ registrationId, registered: 'no' })),
      ...{ expiresAt: iso(until), now: iso(time) },
    },
  };
};

interface Submitted {
  readonly runner?: Person;
  readonly companions?: readonly Person[];
  readonly entry?: { readonly people: readonly unknown[] };
}

const submit = (id: string, { runner, companions = [], entry }: Submitted): Reply => {
  const held = holds.get(id);
  if (!held) return { problem: 'hold-expired' };
  const people = entry ? (entry.people as readonly Person[]) : runner ? [runner, ...companions] : [];
  made.set(id, { event: held.event, people, total: held.quoted ?? held.total });
  return { body: { registrationId: id, status: 'processing', pollAfter: 0.3 } };
};

const about = ({ race }: World, { id: eventId, name, kind }: Event) => ({
  ...{ raceId: race.id, raceName: race.name, eventId, eventName: name },
  ...(kind && { eventKind: kind }),
});

const status = (world: World, id: string, time: number): Reply => {
  const registration = made.get(id);
  const [first, ...others] = registration?.people ?? [];
  if (!registration || !first) return { problem: 'not-found' };
  const { ids = [] } = holds.get(id) ?? {};
  const named = ({ firstName, lastName }: Person) => ({ firstName, lastName });
  return {
    body: {
      ...{ registrationId: id, ...about(world, registration.event), status: 'confirmed', number: 1 },
      ...{ payment: 'authorised', amount: registration.total, currency: world.race.currency },
      ...(others.length > 0 && {
        companions: others.map((person, n) => ({ registrationId: ids[n + 1] ?? id, ...named(person), number: n + 2 })),
      }),
      runner: { ...named(first), email: first.email },
      registeredAt: iso(time),
    },
  };
};

const join = (
  { race }: World,
  { placeId, eventId, size = 1 }: { placeId: string; eventId: string; size?: number },
): Reply => {
  places.set(placeId, { eventId, size });
  return { body: { placeId, raceId: race.id, eventId, ticket: 'preview', status: 'processing', pollAfter: 0.3 } };
};

const waiting = (world: World, placeId: string): Reply => {
  const place = places.get(placeId);
  const event = world.race.events.find(({ id }) => id === place?.eventId);
  if (!place || !event) return { problem: 'not-found' };
  const { size } = place;
  return {
    body: {
      placeId,
      ...about(world, event),
      status: 'waiting',
      ahead: few,
      size,
      confirmation: 'by-mail',
      pollAfter: 30,
    },
  };
};
