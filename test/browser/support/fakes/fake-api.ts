import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import type { ResultVersionsMessage } from '../../../../lambdas/api/messages/race-day/results';
import type { RaceMessage } from '../../../../lambdas/api/messages/races';
import { canonicalJson } from '../../../../lambdas/domain/canonical-json';
import { uuid7 } from '../../../../lambdas/platform/uuid';
import { immutableCacheControl, processorScript, securityHeaders } from '../../../../lib/edge';
import { keys, type openShop } from '../../../payment/support/shop';
import { openTill } from '../till';
import { type Answer, type ApiRequest, problemAnswer } from './fake-answer';
import { type ChangeKind, endedStatus, linkFor, newLine, quotedMove, usualChange } from './fake-changes';
import { type FakeFeed, feedAnswer, newFeed } from './fake-feed';
import { fundraiserAnswer, type OwnPages } from './fake-fundraisers';
import { type RacePageKind, type RacePages, racePage } from './fake-race-pages';
import { clubId, clubMile, marathonId, racesAt } from './fake-races';
import { someTeams, type TeamKind, type TeamStage, usualTeams } from './fake-teams';
import { turnsAnswer } from './fake-turns';

type Shop = Awaited<ReturnType<typeof openShop>>;
type Kind =
  | RacePageKind
  | 'quote'
  | 'hold'
  | 'tries'
  | 'submit'
  | 'fee'
  | 'status'
  | 'check'
  | 'links'
  | TeamKind
  | ChangeKind;

export interface FakeApi extends RacePages {
  readonly url: string;
  readonly requests: ApiRequest[];
  /** The e-mail addresses of people that a quote finds registered. */
  readonly alreadyIn: Set<string>;
  /** How far the server's clock is ahead of the machine's, in milliseconds. */
  ahead: number;
  holdSeconds: number;
  /** The next answers by kind of call, in their order. After them come the usual ones. */
  readonly next: Record<Kind, Answer[]>;
  readonly teamStage: TeamStage;
  payment: 'authorised' | 'captured';
  /** The files of results, by path below `/results/`, and those of proofs, such as `proof/<line>/draw.json`. */
  readonly results: Map<string, string>;
  /** What was published of rankings, by the path of the call. */
  readonly versions: Map<string, ResultVersionsMessage>;
  crowdUrl: string | undefined;
  /** The live feed of every race. */
  feed: FakeFeed;
  /** How many calls with this method and path came. */
  count(method: string, path: RegExp): number;
  /** Resets everything to the beginning. */
  begin(): void;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

interface Entry {
  readonly eventId: string;
  readonly runner: Record<string, string>;
  /** The others in the group. */
  readonly companions: readonly { readonly registrationId: string; readonly runner: Record<string, string> }[];
}

interface HoldBody {
  readonly registrationId: string;
  readonly eventId: string;
  readonly companions?: readonly string[];
}

/** Serves the built page and a fake API whose answers the test sets, on one origin with a strict content security policy. */
export const startFakeApi = async (siteDir: string, shop: Shop): Promise<FakeApi> => {
  const registered = new Map<string, Entry>();
  const companionsOf = new Map<string, readonly string[]>();
  /** The event of each hold. */
  const eventOf = new Map<string, string>();
  const ownPages: OwnPages = new Map();
  const now = () => Date.now() + api.ahead;
  const alreadyIn = new Set<string>();
  const teamStage: TeamStage = { teams: [...someTeams], ownTeam: undefined };
  const till = openTill(shop, now, () => api.forms, alreadyIn, teamStage);
  const instant = (milliseconds: number) => new Date(milliseconds).toISOString();
  const raceOf = (id: string | undefined) => api.races.find((race) => race.id === id);

  const grant = (race: RaceMessage, { registrationId, eventId, companions }: HoldBody) => {
    const people = 1 + (companions?.length ?? 0);
    const times = people > 1 ? `${people} × ` : '';
    companionsOf.set(registrationId, companions ?? []);
    eventOf.set(registrationId, eventId);
    const event = [...race.events, clubMile(race)].find(({ id }) => id === eventId);
    const fee = event?.prices[0]?.amount ?? 0;
    const processing = fee === 0 || event?.kind ? 0 : 150;
    const quote = {
      currency: race.currency,
      lines: [
        { label: `${times}${event?.name}, early entry`, amount: people * fee },
        ...(processing > 0 ? [{ label: `${times}Processing`, amount: people * processing }] : []),
      ],
      total: people * (fee + processing),
    };
    const expiresAt = now() + api.holdSeconds * 1000;
    const seats = companions?.map((id) => ({ registrationId: id, spot: 1208 }));
    till.grant(`hold.${registrationId}`, {
      registrationId,
      eventId,
      ...(seats && { companions: seats }),
      quote,
      waiverHash: event?.kind ? '' : race.waiver.hash,
      ...(event?.kind && { kind: event.kind }),
      expiresAt,
      ...(api.forms.length > 0 && { form: api.forms.length }),
    });
    return {
      registrationId,
      raceId: race.id,
      eventId,
      ...(companions && { companions }),
      hold: `hold.${registrationId}`,
      expiresAt: instant(expiresAt),
      now: instant(now()),
      quote,
      waiver: race.waiver,
      ...(api.forms.length > 0 && { form: api.forms.length }),
    };
  };

  const confirmed = (registrationId: string) => {
    const nobody: Entry = { eventId: '', runner: {}, companions: [] };
    const { eventId, runner, companions } = registered.get(registrationId) ?? nobody;
    const race = api.races[0];
    const { firstName = 'Ada', lastName = 'Runner', email = 'ada@example.com' } = runner;
    return {
      registrationId,
      raceId: race?.id,
      raceName: race?.name,
      eventId: eventId || race?.events[0]?.id,
      eventName: race?.events.find(({ id }) => id === eventId)?.name ?? 'Marathon',
      eventKind: race?.events.find(({ id }) => id === eventId)?.kind,
      status: 'confirmed',
      number: 1207,
      payment: api.payment,
      amount: api.line.lines?.reduce((sum, { amount }) => sum + amount, 0) ?? 9050,
      currency: 'EUR',
      ...(api.line.lines && { form: api.forms.length, lines: api.line.lines }),
      runner: { firstName, lastName, email },
      registeredAt: instant(now()),
      transfer: api.line.offered.get(registrationId),
      ...(companions.length > 0 && {
        companions: companions.map((one, n) => ({
          registrationId: one.registrationId,
          firstName: one.runner.firstName,
          lastName: one.runner.lastName,
          number: 1208 + n,
        })),
      }),
    };
  };

  const stage = () => ({ line: api.line, races: api.races, now });

  /** The usual answer to a call. Undefined if nothing is at this path. */
  const usual = (
    call: ApiRequest,
    query: URLSearchParams,
  ): { kind: Kind | 'other'; answer: () => Answer | Promise<Answer> } => {
    const { method, path, body } = call;
    const [, , room, id, what] = path.split('/');
    const race = raceOf(id);
    const page = racePage(api, call, now);
    if (page) return page;
    const elsewhere =
      fundraiserAnswer(call, query, ownPages, api.line) ?? feedAnswer(api.feed, call) ?? turnsAnswer(api.turns, call);
    if (elsewhere) return { kind: 'other', answer: () => elsewhere };
    // biome-ignore lint/suspicious/noExplicitAny: whatever the page sends, the test looks at it
    const sent = body as any;
    const versions = method === 'GET' ? api.versions.get(path) : undefined;
    if (versions) return { kind: 'other', answer: () => ({ body: versions }) };
    if (room === 'races' && race && what === 'holds') {
      const isFull = api.sale === 'sold-out' || api.sale === 'waiting-list';
      return {
        kind: 'hold',
        answer: () => {
          if (sent.eventId === clubId && sent.access !== 'access.club') return problemAnswer('access-needed');
          return isFull && sent.ticket === undefined
            ? problemAnswer('sold-out', { permit: `permit.${sent.registrationId}` })
            : { status: 201, body: grant(race, sent) };
        },
      };
    }
    if (room === 'registrations' && what === 'quote' && id)
      return { kind: 'quote', answer: () => till.quote(id, sent) };
    if (room === 'transfers' && what === 'quote')
      return {
        kind: 'fee',
        answer: () => {
          if (sent.move) return quotedMove(till, api.line, now());
          const { registrationId: _, ...person } = sent.entry?.people[0] ?? {};
          const runner = sent.runner ?? person;
          const { transferFee: fee = 0, feeSeconds } = api.line;
          const registrationId = uuid7();
          const expiresAt = now() + feeSeconds * 1000;
          const runnerHash = canonicalJson(runner);
          const quote = till.quoteFee({
            ...{
              registrationId,
              runnerHash,
              fee,
              expiresAt,
              eventId: marathonId,
              currency: 'EUR',
              waiverHash: sent.waiver.hash,
            },
          });
          const body = { registrationId, quote, link: linkFor(registrationId), runner, fee, currency: 'EUR' };
          return { body: { ...body, expiresAt: instant(expiresAt), now: instant(now()) } };
        },
      };
    if (room === 'registrations' && method === 'PUT' && id) {
      return {
        kind: 'submit',
        answer: async () => {
          const refused = await till.pay(id, sent);
          if (refused) return refused;
          if (sent.move) {
            if (api.line.transfer !== 'accepted') api.line.transfer = 'moved';
            if (api.line.isMoveDue) Object.assign(api.line, { isMoveDue: false, isMoveUnpaid: false });
            return { status: 202, body: { registrationId: id, status: 'processing', pollAfter: 0.2 } };
          }
          if (sent.transfer) Object.assign(api.line, { transfer: 'accepted', became: id });
          const companions = (companionsOf.get(id) ?? []).map((registrationId, n) => ({
            registrationId,
            runner: sent.companions?.[n] ?? sent.entry.people[n + 1],
          }));
          registered.set(id, {
            eventId: eventOf.get(id) ?? api.races[0]?.events[0]?.id ?? '',
            runner: sent.runner ?? sent.entry.people[0],
            companions,
          });
          return { status: 202, body: { registrationId: id, status: 'processing', pollAfter: 0.2 } };
        },
      };
    }
    if (room === 'registrations' && method === 'GET' && id)
      return { kind: 'status', answer: () => ({ body: endedStatus(stage(), id) ?? confirmed(id) }) };
    if (room === 'registrations' && what === 'checks')
      return { kind: 'check', answer: () => ({ body: { registrationId: id, registered: 'no' } }) };
    if (room === 'registrations' && what === 'card-tries')
      return { kind: 'tries', answer: () => ({ body: { registrationId: id, hold: `hold.${id}.more`, cardTries: 3 } }) };
    if (room === 'registration-links')
      return { kind: 'links', answer: () => ({ status: 202, body: { status: 'sent-if-known' } }) };
    if (room === 'opt-outs')
      return { kind: 'links', answer: () => ({ body: { ...sent, raceId: 'harbour', raceName: 'Harbour Run' } }) };
    return { kind: 'other', answer: () => problemAnswer('not-found') };
  };

  const send = (response: ServerResponse, { status = 200, body, cut }: Answer) => {
    if (cut) return void response.destroy();
    const retryAfter =
      body && typeof body === 'object' && 'retryAfter' in body ? { 'retry-after': String(body.retryAfter) } : {};
    response
      .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...retryAfter })
      .end(JSON.stringify(body));
  };

  const serveApi = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    let text = '';
    for await (const piece of request) text += String(piece);
    const call: ApiRequest = {
      method: request.method ?? '',
      path,
      query: new URL(request.url ?? '/', 'http://page').searchParams,
      body: text ? JSON.parse(text) : undefined,
      authorization: request.headers.authorization,
    };
    api.requests.push(call);
    const { kind, answer } =
      usualTeams(teamStage, call) ?? usualChange(stage(), call) ?? usual(call, call.query ?? new URLSearchParams());
    const told = kind === 'other' ? undefined : api.next[kind].shift();
    await told?.later;
    send(response, told && (told.status !== undefined || told.cut || told.body !== undefined) ? told : await answer());
  };

  const serveFile = async (response: ServerResponse, path: string) => {
    const file = extname(path) ? path : '/index.html';
    const content = await readFile(join(resolve(siteDir), file)).catch(() => undefined);
    if (!content) return void response.writeHead(404).end();
    response
      .writeHead(200, {
        'content-type': types[extname(file)] ?? 'text/plain',
        // As deployed: a test that loads the page again does not load its scripts again.
        ...(file.startsWith('/assets/') && { 'cache-control': immutableCacheControl }),
        ...securityHeaders(shop.url, api.crowdUrl),
      })
      .end(content);
  };

  const { publishableKey } = keys;
  const processor = { kind: 'sandbox', url: shop.url, script: processorScript(shop.url), publishableKey };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname;
    if (path === '/config.json') return send(response, { body: { processor, crowdUrl: api.crowdUrl } });
    if (/^\/(results|proof)\//.test(path)) {
      const content = api.results.get(path.replace(/^\/(results\/)?/, ''));
      api.requests.push({ method: 'GET', path, body: undefined, authorization: undefined });
      // A test alters proofs.
      const cache = /\/current\.json$|^\/proof\//.test(path) ? 'no-store' : 'public, max-age=86400, immutable';
      response.writeHead(content === undefined ? 404 : 200, {
        'content-type': 'application/json',
        'cache-control': content === undefined ? 'no-store' : cache,
      });
      return void response.end(content);
    }
    void (path.startsWith('/api/') ? serveApi(request, response, path) : serveFile(response, path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const api: FakeApi = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    races: racesAt(Date.now()),
    forms: [],
    hasCodes: false,
    alreadyIn,
    stock: new Map(),
    spotsLeft: 1432,
    sale: undefined,
    ahead: 0,
    holdSeconds: 600,
    next: {
      form: [],
      quote: [],
      access: [],
      text: [],
      stock: [],
      hold: [],
      tries: [],
      submit: [],
      fee: [],
      status: [],
      check: [],
      links: [],
      races: [],
      teams: [],
      'own-team': [],
      'change-team': [],
      join: [],
      waiting: [],
      confirm: [],
      leave: [],
      cancel: [],
      defer: [],
      deferral: [],
      offer: [],
      withdraw: [],
      transfer: [],
      accept: [],
      receipt: [],
      bib: [],
      code: [],
      name: [],
      billing: [],
    },
    line: newLine(),
    teamStage,
    payment: 'captured',
    results: new Map(),
    versions: new Map(),
    crowdUrl: undefined,
    feed: newFeed(),
    turns: { document: undefined, isAway: false, taken: 0, isMoveOver: false },
    count: (method, path) => api.requests.filter((call) => call.method === method && path.test(call.path)).length,
    begin: () => {
      api.races.splice(0, api.races.length, ...racesAt(Date.now()));
      api.sale = undefined;
      api.line = newLine();
      api.forms.splice(0);
      api.results.clear();
      api.versions.clear();
      api.crowdUrl = undefined;
      api.feed = newFeed();
      api.turns = { document: undefined, isAway: false, taken: 0, isMoveOver: false };
      teamStage.teams.splice(0, teamStage.teams.length, ...someTeams);
      teamStage.ownTeam = undefined;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;
};
