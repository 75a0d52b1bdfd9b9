import { existsSync, readFileSync } from 'node:fs';
import { inRaisedAutogroup } from '../../../loadtest/generator/priority';

const autogroup = '/proc/self/autogroup';
const ownNice = () => (existsSync(autogroup) ? readFileSync(autogroup, 'utf8').trim().split(' nice ')[1] : undefined);
/** Without autogroups, or not as root, work is done with the usual priority. */
const raised = ownNice() !== undefined && process.getuid?.() === 0 ? '-10' : ownNice();

test('work runs in a raised autogroup, which has its usual priority afterwards, also after an error', async () => {
  const before = ownNice();
  expect(await inRaisedAutogroup(async () => ownNice())).toBe(raised);
  expect(ownNice()).toBe(before);
  await expect(
    inRaisedAutogroup(async () => {
      throw new Error(`nice ${ownNice()}`);
    }),
  ).rejects.toThrow(`nice ${raised}`);
  expect(ownNice()).toBe(before);
});
