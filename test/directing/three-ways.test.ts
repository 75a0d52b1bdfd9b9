import type { CommandName } from '../../lambdas/directing/commands';
import { uuid7 } from '../../lambdas/platform/uuid';
import { orderOf } from '../../operations/direct/order';
import { aRace } from '../races/a-race';
import { openConsole } from '../staff/console-world';
import { paidGroup } from '../support/races/paid-group';

/** Console.md, section 18: the same walk by the console, by the function `direct` and by its command line leaves the same behind. */
const console = openConsole();

type Content = Readonly<Record<string, unknown>>;
/** Orders one command about a race. Resolves with its answer. */
type Order = (name: CommandName, raceId: string, content: Content) => Promise<Content>;

const byDirect: Order = async (name, raceId, content) =>
  (await console.direct({ [name]: { ...content, [name === 'beginRace' ? 'id' : 'raceId']: raceId } })) as Content;

const byCommandLine: Order = async (name, raceId, { seen, plan, ...content }) => {
  const typed = Object.entries({ seen, plan }).flatMap(([field, text]) =>
    text === undefined ? [] : [`${field}=${text}`],
  );
  const command = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const order = orderOf({ command, race: raceId, set: typed, file: JSON.stringify(content) });
  return (await console.direct(JSON.parse(JSON.stringify(order)))) as Content;
};

const inConsole = async (): Promise<Order> => {
  const { secret } = await console.signedIn([{ role: 'owner', raceId: undefined }]);
  const routes: Partial<Record<CommandName, readonly [method: string, path: (raceId: string) => string]>> = {
    beginRace: ['POST', () => '/races'],
    saveDraft: ['PUT', (raceId) => `/races/${raceId}/draft`],
    planRace: ['POST', (raceId) => `/races/${raceId}/plan`],
    publishRace: ['POST', (raceId) => `/races/${raceId}/publication`],
  };
  return async (name, raceId, { seen, ...content }) => {
    const [method, path] = routes[name] ?? ['POST', () => `/races/${raceId}/commands/${name}`];
    const { body } = await console.call(method, path(raceId), {
      secret,
      json: { ...content, ...(name === 'beginRace' && { id: raceId }) },
      headers: { 'idempotency-key': uuid7(), ...(seen !== undefined && { 'if-match': `"${seen}"` }) },
    });
    return body;
  };
};

/** Makes a race, publishes and edits it, pauses and reopens it, changes its capacity, makes a code and cancels it. */
const walk = async (order: Order, raceId: string, eventId: string): Promise<readonly Content[]> => {
  const answers: Content[] = [];
  const next = async (name: CommandName, content: Content = {}) => {
    const answer = await order(name, raceId, content);
    if ('type' in answer || 'refused' in answer) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    answers.push(answer);
    // biome-ignore lint/suspicious/noExplicitAny: each command has an answer of its own, and all of them are compared
    return answer as any;
  };
  const publish = async (seen: string, draft: Content) => {
    const { savedDraft } = await next('saveDraft', { seen, draft });
    const { planned } = await next('planRace');
    expect([savedDraft.errors, planned.plan.refusals]).toEqual([[], []]);
    return (await next('publishRace', { seen: planned.seen, plan: planned.hash })).published;
  };

  const { id: _, events, ...race } = aRace({ opensAt, closesAt }).createRace;
  const event = { ...events[0], id: eventId, prices: [{ label: 'Early', from: '2026-01-01T00:00:00Z', amount: 7000 }] };
  const edited = { ...event, prices: event.prices.map((price) => ({ ...price, amount: 7500 })) };
  await next('beginRace');
  const first = await publish('r0.d1', { ...race, events: [event] });
  const second = await publish(first.seen, {
    ...race,
    description: 'Three times around the harbour.',
    notice: 'Bring a lamp.',
    waiver: { version: '2', text: 'I run at my own risk, with a lamp.' },
    events: [edited],
  });
  expect([first.revision, second.revision]).toEqual([1, 2]);
  await next('changeSale', { sale: 'paused' });
  await next('changeSale', { sale: 'on', eventId });
  await next('changeCapacity', { eventId, capacity: 55 });
  await next('makeCodes', { batch: 'club', words: ['HARBOUR-CLUB'], off: { kind: 'percent', value: 20 }, uses: 5 });
  await next('withdrawCode', { batch: 'club' });
  await next('cancelRace', { name: race.name, refundPercent: 50, message: 'A storm is coming.' });
  return answers;
};

const opensAt = new Date(Date.now() + 86_400_000).toISOString();
const closesAt = new Date(Date.now() + 30 * 86_400_000).toISOString();

/** Every row that says something of a race or its events, by its table. */
const tables = {
  ...{ race: 'id = $1', event: 'race_id = $1', price: 'event_id = $2', race_document: 'race_id = $1' },
  ...{ race_revision: 'race_id = $1', legal_text: 'race_id = $1', code: 'race_id = $1' },
  ...{ pool: 'race_id = $1', job: 'race_id = $1', spot: 'event_id = $2' },
  // The console's own log of who pressed what comes on top.
  audit: `(race_id = $1 OR event_id = $2) AND action <> 'command'`,
};
/** Who it was and when, and the hash of a code, which has the race in it: that differs. */
const masked = [
  ...['staff_id', 'command_id', 'published_by', 'draft_by', 'hash'],
  ...['at', 'made_at', 'published_at', 'cancelled_at', 'draft_at', 'withdrawn_at', 'waiver_since', 'lease_until'],
];

const rowsOf = async (raceId: string, eventId: string, nameless: (value: unknown) => string) => {
  const found: Record<string, readonly string[]> = {};
  for (const [table, which] of Object.entries(tables)) {
    const rows = await console.postgres.query<{ row: Content }>(
      `SELECT to_jsonb(t) - $3::text[] ${table === 'audit' ? "- 'id'" : ''} AS row FROM ${table} t
       WHERE ($1::text, $2::uuid) IS NOT NULL AND ${which} ${table === 'audit' ? 'ORDER BY t.id' : ''}`,
      [raceId, eventId, masked],
    );
    const texts = rows.map(({ row }) => nameless(row));
    found[table] = table === 'audit' ? texts : texts.sort();
  }
  return found;
};

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** The hash of a plan has the ids of its events in it. */
const hashes = /(?<="(?:hash|at)": ")[^"]+/g;

test('the same walk in the console, by direct and by its command line has the same answers, rows and audit', async () => {
  const left: { answers: string; rows: Readonly<Record<string, readonly string[]>> }[] = [];
  for (const [way, order] of Object.entries({ console: await inConsole(), direct: byDirect, line: byCommandLine })) {
    const [raceId, eventId] = [`walk-by-${way}`, uuid7()];
    const nameless = (value: unknown) =>
      JSON.stringify(value, null, 1)
        .replaceAll(raceId, 'the race')
        .replaceAll(eventId, 'the event')
        .replace(uuids, 'an id')
        .replace(hashes, 'it');
    const answers = await walk(order, raceId, eventId);
    left.push({ answers: nameless(answers), rows: await rowsOf(raceId, eventId, nameless) });
  }
  const [first, ...others] = left;
  for (const other of others) expect(other).toEqual(first);
  // Nothing is compared with nothing.
  const counts = Object.entries(first?.rows ?? {}).map(([table, found]) => [table, found.length]);
  expect(Object.fromEntries(counts)).toEqual({
    ...{ race: 1, event: 1, price: 1, spot: 0, race_document: 1, race_revision: 2, legal_text: 2 },
    ...{ code: 1, pool: 1, job: 1, audit: 13 },
  });
});

describe('what direct does about one registration or one dispute', () => {
  test('names its race in the audit', async () => {
    const { race, lead } = await paidGroup(console.postgres, 1);
    await console.postgres.query(
      `INSERT INTO dispute (id, registration_id, amount, currency, reason, status, due_by, refundable, fetched_at)
       VALUES ('dp_named', $1, 4500, 'EUR', 'fraudulent', 'needs_response', '2027-05-01', false, now())`,
      [lead],
    );
    await console.direct({ resendLink: { registrationId: lead } });
    await console.direct({ settleDispute: { dispute: 'dp_named', decision: 'cancel' } });
    expect(
      await console.postgres.query('SELECT action, race_id FROM audit WHERE registration_id = $1 ORDER BY id', [lead]),
    ).toEqual(['link-resent', 'cancelled', 'dispute-settled'].map((action) => ({ action, race_id: race.raceId })));
  });

  test.each([
    { settleDispute: { dispute: 'dp_\0', decision: 'keep' } },
    { settleDispute: { dispute: 5, decision: 'keep' } },
    { resendLink: { registrationId: 'no id' } },
    { resendLink: null },
  ])('is refused when its name can be none, before the database is asked for the race: %j', async (message) =>
    expect(await console.direct(message)).toMatchObject({ refused: { reason: 'not-as-expected' } }),
  );
});
