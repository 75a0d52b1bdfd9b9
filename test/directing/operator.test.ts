import { type StaffRole, staffRoles } from '../../lambdas/domain/staff';
import { uuid7 } from '../../lambdas/platform/uuid';
import { orderOf } from '../../operations/direct/order';
import { openConsole } from '../staff/console-world';
import { paidGroup } from '../support/races/paid-group';

const console = openConsole();
let race: { readonly raceId: string; readonly registrationId: string };
let secret = '';

beforeAll(async () => {
  const { race: made, lead } = await paidGroup(console.postgres, 1);
  race = { raceId: made.raceId, registrationId: lead };
  ({ secret } = await console.signedIn([{ role: 'owner', raceId: undefined }]));
});

const operators = async () => {
  const rows = await console.postgres.query<{ operator: string | null }>(
    'SELECT operator FROM audit WHERE race_id = $1 ORDER BY id',
    [race.raceId],
  );
  return rows.map(({ operator }) => operator);
};
const pause = (beside: object) => console.direct({ changeSale: { raceId: race.raceId, sale: 'paused' }, ...beside });

describe('who orders a command by the command line', () => {
  test('is shown in the history of the race, in the log and at the person', async () => {
    const order = orderOf({
      command: 'resend-link',
      file: JSON.stringify({ registrationId: race.registrationId }),
      by: 'Grace',
    });
    expect(await console.direct(order)).toHaveProperty('resentLink');
    expect(await pause({ by: '  ops@club.example ' })).toHaveProperty('sale');
    expect(await console.direct({ changeSale: { raceId: race.raceId, sale: 'on' } })).toHaveProperty('sale');
    const director = await console.signedIn([{ role: 'director', raceId: race.raceId }]);
    const history = await console.call('GET', `/races/${race.raceId}/audit`, { secret: director.secret });
    const by = (entries: readonly { action: string; by?: string }[]) => entries.map((one) => [one.action, one.by]);
    const done = [
      ['sale-changed', undefined],
      ['sale-changed', 'ops@club.example'],
      ['link-resent', 'Grace'],
    ];
    expect(by(history.body.entries)).toEqual(done);
    const [, , first] = history.body.entries;
    const before = { query: { before: String(first.id) } };
    expect((await console.call('GET', `/races/${race.raceId}/audit`, { secret, ...before })).body.entries).toEqual([]);
    expect(by((await console.call('GET', '/audit', { secret })).body.entries)).toEqual(done);
    const person = await console.call('GET', `/races/${race.raceId}/participants/${race.registrationId}`, { secret });
    expect(by(person.body.audit)).toEqual([['link-resent', 'Grace']]);
  });

  test('is shown to directors of that race, and to nobody else', async () => {
    const { race: other } = await paidGroup(console.postgres, 1);
    await console.direct({ changeSale: { raceId: other.raceId, sale: 'paused' }, by: 'Grace' });
    const asks = async (role: StaffRole, raceId: string) => {
      const { secret } = await console.signedIn([{ role, raceId }]);
      return console.call('GET', `/races/${race.raceId}/audit`, { secret });
    };
    const { body } = await asks('director', race.raceId);
    expect(new Set(body.entries.map(({ raceId }: { raceId: string }) => raceId))).toEqual(new Set([race.raceId]));
    for (const role of staffRoles.filter((one) => !['owner', 'director'].includes(one)))
      expect([role, (await asks(role, race.raceId)).status]).toEqual([role, 403]);
    expect((await asks('director', other.raceId)).status).toBe(404);
  });

  test('is named at the state that they published', async () => {
    const raceId = `by-${uuid7()}`;
    await console.direct({ beginRace: { id: raceId }, by: 'Grace' });
    await console.postgres.query(
      `INSERT INTO race_revision (race_id, revision, document, published_at, summary) VALUES ($1, 1, '{}', now(), '{}'), ($1, 2, '{}', now(), '{}')`,
      [raceId],
    );
    await console.postgres.query(
      `INSERT INTO audit (actor, action, race_id, operator, detail) VALUES ('director', 'race-published', $1, 'Grace', '{"revision": 2}')`,
      [raceId],
    );
    const { body } = await console.call('GET', `/races/${raceId}/revisions`, { secret });
    expect(body.revisions.map(({ by }: { by?: string }) => by)).toEqual(['Grace', undefined]);
  });

  test('leaves nothing behind in a dry run', async () => {
    const before = await operators();
    expect(await pause({ by: 'Grace', dry: true })).toMatchObject({ sale: { dryRun: true } });
    expect(await operators()).toEqual(before);
  });

  test.each([
    [5, 'must be text, not a number'],
    ['', 'must not be empty'],
    ['x'.repeat(101), 'must be at most 100 characters'],
    ['Gra\u0000ce', 'must not contain control characters'],
  ])('is refused with what is wrong, and nothing is done: %j', async (by, message) => {
    const before = await operators();
    const answer = (await pause({ by })) as { refused?: { errors: readonly { field: string; message: string }[] } };
    expect(answer.refused?.errors).toEqual([{ field: 'by', message }]);
    expect(await operators()).toEqual(before);
  });
});
