import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consoleRoutes } from '../../lambdas/contract/console-routes';
import { permissions } from '../../lambdas/directing/permitted-commands';

const root = join(__dirname, '../../static/console');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

/** What a form, a button or a list of the console orders. */
const ordered = new Set(
  [...sources.matchAll(/\bcommand(?:="|: ')(\w+)["']|(?:useOrdered|useCommand)(?:<[^(]*>)?\(\s*[^,]+,\s*'(\w+)'/g)].map(
    ([, one, other]) => one ?? other,
  ),
);

/** Commands without a form or button of their own, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  createRace: 'a race is made in five steps, as a draft that is published',
  beginRace: 'POST /api/console/races',
  saveDraft: 'PUT /api/console/races/{raceId}/draft',
  discardDraft: 'DELETE /api/console/races/{raceId}/draft',
  planRace: 'POST /api/console/races/{raceId}/plan',
  publishRace: 'POST /api/console/races/{raceId}/publication',
  unpublishRace: 'DELETE /api/console/races/{raceId}/publication',
  inviteStaff: 'POST /api/console/staff/{scope}',
  resetPasskeys: 'POST /api/console/staff/{staffId}/reset',
  signInLink: 'for people who get no mail, by an operator',
  line: 'GET /api/console/races/{raceId}/live',
  checkIn: 'the screen Check-in orders it without a dry run, from what it keeps while there is no network',
  deskList: 'the screen Check-in keeps it, and asks for what has changed',
  documents: 'GET /api/console/races/{raceId}/participants/{registrationId}',
  rebuildParticipants: 'nothing that runners have depends on it, so it is an operator’s',
};

test.each(Object.keys(permissions))('%s is ordered in the console, or there is a reason', (name) => {
  expect([name, ordered.has(name) ? 'in the console' : typeof elsewhere[name]]).toEqual([
    name,
    name in elsewhere ? 'string' : 'in the console',
  ]);
});

test('a reason that names a route names one that is there', () => {
  const routes = Object.values(elsewhere).filter((reason) => reason.includes('/api/'));
  expect(routes.filter((route) => !(route in consoleRoutes))).toEqual([]);
});
