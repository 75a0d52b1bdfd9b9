import { existsSync, readFileSync } from 'node:fs';
import { inRaisedSession } from '../../../loadtest/generator/priority';

const session = '/proc/self/autogroup';
const ownNice = () => (existsSync(session) ? readFileSync(session, 'utf8').trim().split(' nice ')[1] : undefined);
/** Where there are no such sessions, or not as root, work is done as it is. */
const raised = ownNice() !== undefined && process.getuid?.() === 0 ? '-10' : ownNice();

test('work runs in a session of a higher priority, which is as before afterwards, also after an error', async () => {
  const before = ownNice();
  expect(await inRaisedSession(async () => ownNice())).toBe(raised);
  expect(ownNice()).toBe(before);
  await expect(
    inRaisedSession(async () => {
      throw new Error(`nice ${ownNice()}`);
    }),
  ).rejects.toThrow(`nice ${raised}`);
  expect(ownNice()).toBe(before);
});
