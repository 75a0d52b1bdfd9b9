import { uuid7 } from '../../lambdas/platform/uuid';
import { aRace } from '../races/a-race';
import { openConsole } from '../staff/console-world';

const console = openConsole();
const race = aRace().createRace;
let secret = '';
beforeAll(async () => {
  expect(await console.direct({ createRace: race })).toHaveProperty('created');
  ({ secret } = await console.signedIn([{ role: 'director', raceId: undefined }]));
});

const ask = (method: string, path: string, json?: unknown, query?: Readonly<Record<string, string>>) =>
  console.call(method, path, { secret, json, ...(query && { query }), headers: { 'idempotency-key': uuid7() } });
const mails = async (raceId: string, event?: string) => {
  const { status, body } = await ask('GET', `/races/${raceId}/mails`, undefined, event ? { event } : {});
  expect(status).toBe(200);
  return new Map<string, { readonly subject: string; readonly text: string; readonly html: string }>(
    body.mails.map((one: { readonly template: string }) => [one.template, one]),
  );
};

test('the mails are of the draft, if there is one, and of the event that is asked for', async () => {
  const before = (await mails(race.id)).get('confirmation');
  expect(before?.subject).toContain(race.name);
  const { body } = await ask('GET', `/races/${race.id}/document`);
  const [first, second] = body.document.events;
  await console.call('PUT', `/races/${race.id}/draft`, {
    secret,
    json: { draft: { ...body.document, name: 'Night Run' } },
    headers: { 'idempotency-key': uuid7(), 'if-match': `"${body.seen}"` },
  });
  expect((await mails(race.id)).get('confirmation')?.subject).toBe(`You are in: ${first.name}, Night Run`);
  expect((await mails(race.id, second.id)).get('confirmation')?.subject).toBe(`You are in: ${second.name}, Night Run`);
  expect((await mails(race.id, 'nowhere')).get('confirmation')?.subject).toContain(first.name);
});

test('in a race that gives bibs, the confirmation says that the bib comes later', async () => {
  expect((await mails(race.id)).get('confirmation')?.text).toContain('Your number is 123.');
  const range = { eventId: race.events[0]?.id, from: 1001, to: 1002 };
  expect(await console.direct({ saveBibRanges: { raceId: race.id, ranges: [range] } })).toHaveProperty(
    'savedBibRanges',
  );
  const { text } = (await mails(race.id)).get('confirmation') ?? {};
  expect(text).toContain('You get your bib number later');
  expect(text).not.toContain('123');
});

test('a draft in which nothing is right yet has mails, too', async () => {
  await ask('POST', '/races', { id: 'unwritten-2028' });
  const shown = await mails('unwritten-2028');
  expect(shown.get('confirmation')?.subject).toBe('You are in: …, …');
  const { body } = await ask('GET', '/races/unwritten-2028/document');
  await console.call('PUT', '/races/unwritten-2028/draft', {
    secret,
    json: {
      draft: { name: 'Only a name', timeZone: 'Nowhere/City', events: [{ name: 7 }, 'x'], form: 3, date: '2027-02-30' },
    },
    headers: { 'idempotency-key': uuid7(), 'if-match': `"${body.seen}"` },
  });
  expect((await mails('unwritten-2028')).get('offer')?.subject).toBe('A spot for you: …, Only a name');
});

test('a race that is not there has none', async () => {
  const { status, body } = await ask('GET', '/races/nowhere/mails');
  expect([status, body.reason]).toEqual([404, 'race']);
});
