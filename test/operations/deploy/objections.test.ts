import { configOf } from '../../../lib/config';
import { keptSettings } from '../../../lib/kept-settings';
import { notAccepted, objections } from '../../../operations/deploy/objections';

const full = keptSettings(
  configOf({
    profile: 'production',
    alarms: { notify: 'ops@example.com' },
    processor: { publishableKey: 'pk_live_0123456789' },
    mail: { domain: 'mail.example.com' },
    site: { domain: 'run.example.com' },
    api: { domain: 'api.example.com' },
    webAcl: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/ours/1',
    hostedZone: { id: 'Z0123456789', name: 'example.com' },
  }),
);
const none = keptSettings(configOf({ profile: 'lean' }));
const settingsOf = (deployed: typeof full, wanted: typeof full) =>
  objections(deployed, wanted).map(({ setting }) => setting);

test('nothing is asked when nothing goes: the same again, more than before, or a first deployment', () => {
  expect(objections(full, full)).toEqual([]);
  expect(objections(none, { ...full, 'api.executeApi': 'used' })).toEqual([]);
  expect(objections(undefined, full)).toEqual([]);
});

test('every setting that would go is named, with what it was', () => {
  const found = objections(full, none);
  expect(found.map(({ setting }) => setting)).toEqual(
    Object.keys(full).filter((setting) => setting !== 'api.executeApi'),
  );
  expect(found[0]?.says).toBe(
    'alarms.notify is ops@example.com and would be nothing: alarms and the budget’s mails no longer go there.',
  );
});

test('another value in the place of a deployed one is a loss, too', () =>
  expect(objections(full, { ...full, 'site.domain': 'go.example.com' })).toEqual([
    {
      setting: 'site.domain',
      was: 'run.example.com',
      says: expect.stringContaining('is run.example.com and would be go.example.com'),
    },
  ]));

test('a loss is accepted by its word, or by the value that goes; an interruption only by its word', () => {
  const all = objections(full, { ...full, 'mail.domain': undefined, 'api.domain': 'other.example.com' });
  const left = (words: readonly string[], removed?: Readonly<Record<string, string>>) =>
    notAccepted(all, words, removed).map(({ setting }) => setting);
  expect(left([])).toEqual(['mail.domain', 'api.domain', 'api.executeApi']);
  expect(left(['mail.domain', 'api.executeApi'])).toEqual(['api.domain']);
  expect(left([], { 'mail.domain': 'mail.example.com' })).toEqual(['api.domain', 'api.executeApi']);
  // A word that is left in the file accepts no later loss.
  expect(left([], { 'mail.domain': 'older.example.com', 'api.executeApi': 'closed' })).toHaveLength(3);
});

describe('a live site gets a domain of its API in three steps', () => {
  const without = { ...full, 'api.domain': undefined, 'api.executeApi': undefined };
  const used = { ...full, 'api.executeApi': 'used' };
  const open = { ...full, 'api.executeApi': 'open' };

  test('which cannot be skipped', () => {
    for (const step of [used, open, full])
      expect(settingsOf(without, step)).toEqual(step === used ? [] : ['api.executeApi']);
    expect(settingsOf(used, full)).toEqual(['api.executeApi']);
    expect(objections(used, full)[0]?.says).toContain('"executeApi": "open"');
    expect(settingsOf(used, open)).toEqual([]);
    expect(settingsOf(open, full)).toEqual([]);
  });

  test('another domain is made beside CloudFront’s way, too', () => {
    const other = (step: typeof full) => ({ ...step, 'api.domain': 'other.example.com' });
    expect(settingsOf(full, other(full))).toEqual(['api.domain', 'api.executeApi']);
    expect(settingsOf(full, other(used))).toEqual(['api.domain']);
  });

  test('and loses it in one', () => expect(settingsOf(full, without)).toEqual(['api.domain']));
});
