import { isUnsolicited, mailMessage, priorityOf } from '../../../lambdas/domain/mail-order';
import { PostgresStaffLetters } from '../../../lambdas/mail/letters/postgres-staff-letters';
import { sha256 } from '../../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { openStaff } from '../../staff/staff-world';
import { type FreshDatabase, freshDatabase } from '../../support/postgres/database';
import { consoleHref, writeOne } from '../write-one';

let database: FreshDatabase;
let world: ReturnType<typeof openStaff>;
beforeAll(async () => {
  database = await freshDatabase();
  world = openStaff(database.postgres);
});
afterAll(() => database.close());

test('a link and an invitation say until when they work, and open the console; a link that was opened is not mailed', async () => {
  const { staffId, email } = await world.invite('desk');
  await world.use.askLink(email, 'a network');
  const letters = new PostgresStaffLetters(database.postgres);
  for (const { id, kind } of await world.linksOf(staffId)) {
    const staff = await letters.byLink(id);
    if (!staff) throw new Error('the link is not found');
    const template = kind === 'sign-in' ? 'staff-link' : 'staff-invitation';
    const letter = await writeOne({ registrationId: id, template, generation: 1 }, { staff });
    expect(letter).toMatchObject({ recipient: email, senderName: 'Startline' });
    expect(letter.text).toContain(consoleHref(id));
    expect(letter.text).toMatch(/\d\d:\d\d/);
    await world.use.openLink(await world.tokens.signStaffLink(id), '');
    expect(await letters.byLink(id)).toBeUndefined();
  }
});

test.each([
  '<img src=x onerror=alert(1)>',
  'Pay at https://evil.example',
  'evil.example',
  '"><a href=//evil.example>x</a>',
])('an invitation does not greet somebody by a name that is more than a name: %s', async (name) => {
  const { staffId } = await world.invite('desk');
  await database.postgres.query('UPDATE staff SET name = $2 WHERE id = $1', [staffId, name]);
  const [link] = await world.linksOf(staffId);
  const staff = await new PostgresStaffLetters(database.postgres).byLink(link?.id ?? '');
  if (!staff || !link) throw new Error('the link is not found');
  const { html, text, subject } = await writeOne(
    { registrationId: link.id, template: 'staff-invitation', generation: 1 },
    { staff },
  );
  expect(html + text + subject).not.toMatch(/evil|onerror|<img/);
  expect(text).toContain(consoleHref(link.id));
});

test('a person who is locked gets no link that was ordered before', async () => {
  const { staffId } = await world.invite('desk');
  const [link] = await world.linksOf(staffId);
  await world.staff.setState(staffId, 'locked', staffId);
  expect(await new PostgresStaffLetters(database.postgres).byLink(link?.id ?? '')).toBeUndefined();
});

test('the owner of passkeys is told which they have now, as often as they change', async () => {
  const { staffId, email } = await world.invite('director');
  const secret = await world.byLink(staffId);
  const { authenticator } = await world.enrol(secret);
  const staff = await new PostgresStaffLetters(database.postgres).ofStaff(staffId);
  if (!staff) throw new Error('not found');
  const letter = await writeOne({ registrationId: staffId, template: 'passkeys-changed', generation: 1 }, { staff });
  expect(letter.recipient).toBe(email);
  expect(letter.text).toContain('Your passkeys: my phone');
  expect(letter.text).toContain('https://startline.example/console');

  await database.postgres.query(
    `INSERT INTO mail (registration_id, template, recipient, state) VALUES ($1, 'passkeys-changed', $2, 'accepted')`,
    [staffId, email],
  );
  const challenge = await world.challengeOf('confirm', secret);
  await world.use.confirm(authenticator.use({ challenge, counter: 1 }), await world.signed(secret), sha256(secret));
  const orders = await database.postgres.query(
    `SELECT body ->> 'generation' AS generation FROM outbox WHERE body ->> 'registrationId' = $1 ORDER BY 1`,
    [staffId],
  );
  expect(orders).toEqual([{ generation: '1' }, { generation: '2' }]);
});

test('a link leaves by the urgent lane, and none of these mails counts as mail to a stranger', () => {
  for (const template of ['staff-link', 'staff-invitation', 'passkeys-changed'] as const)
    expect(isUnsolicited(template)).toBe(false);
  expect(priorityOf('staff-link')).toBe('urgent');
  expect(mailMessage({ registrationId: uuid7(), template: 'staff-invitation', generation: 1 }, 3).queue).toBe(
    'urgent-mail',
  );
});
