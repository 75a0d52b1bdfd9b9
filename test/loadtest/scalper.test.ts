import { createHash } from 'node:crypto';
import { readOptions } from '../../loadtest/options';
import type { ScalperOptions } from '../../loadtest/scalper/crowd';
import type { Fared } from '../../loadtest/scalper/honest';
import type { Scalped } from '../../loadtest/scalper/run-scalpers';
import { heldAt, nothingYet } from '../../loadtest/scalper/scalp';
import { inTerminal, scalperPage, scalperVerdict } from '../../loadtest/scalper/scalper-report';
import { Workers } from '../../loadtest/scalper/workers';

describe('the options', () => {
  test('say what the scalper has, and who is honest beside', () =>
    expect(
      readOptions('--scalper --scalper-addresses 20,200 --spots 100 --minutes 5 --hold-seconds 180'.split(' '))
        ?.scalper,
    ).toMatchObject({
      runners: 2000,
      spots: 100,
      addresses: [20, 200],
      share: 4,
      minutes: 5,
      workShare: 0.5,
      holdSeconds: 180,
    }));

  test('are none of an ordinary run', () => expect(readOptions([])?.scalper).toBeUndefined());

  test.each([
    ['--spots 0', '--spots: must be from 1 on.'],
    ['--scalper-addresses some', '--scalper-addresses: '],
    ['--hold-seconds 60', '--hold-seconds: must be from 180 on.'],
    ['--scalper-work 2', '--scalper-work: must be 1 at most.'],
  ])('%s is refused with what was expected', (text, message) =>
    expect(() => readOptions(['--scalper', ...text.split(' ')])).toThrow(message),
  );
});

describe('the work', () => {
  let workers: Workers;
  beforeEach(() => {
    workers = new Workers(1);
  });
  afterEach(() => workers.end());

  test('is done in a thread, and counted', async () => {
    const proof = await workers.proofFor({ challenge: { token: 'k1.abc', work: 2000 } });
    const first = createHash('sha256').update(`k1.abc:${proof?.nonce}`).digest().readUIntBE(0, 6);
    expect(proof?.challenge).toBe('k1.abc');
    expect(first).toBeLessThan(2 ** 48 / 2000);
    expect(workers.hashes).toBeGreaterThan(0);
    expect(workers.busy).toBe(0);
  });

  test('is none where nobody asks for it', async () =>
    expect(await workers.proofFor({ type: '/problems/sold-out' })).toBeUndefined());

  test('that is not done when everything is over is not waited for', async () => {
    const proof = workers.proofFor({ challenge: { token: 'k1.abc', work: 2 ** 40 } });
    await workers.end();
    expect(await proof).toBeUndefined();
  });
});

describe('the verdict', () => {
  const wish: ScalperOptions = {
    runners: 30,
    spots: 10,
    within: 1,
    think: [1, 2],
    addresses: [20],
    share: 4,
    minutes: 30,
    workShare: 0.5,
    seed: 1,
    card: '4242424242424242',
  };
  const inAfter = (seconds: number, number: number): Fared => ({
    outcome: { kind: 'confirmed', registrationId: String(number), eventId: 'e', number, total: 8900 },
    seconds,
    by: 'sale',
  });
  const run = (times: readonly number[], changed: Partial<Scalped> = {}): Scalped => ({
    addresses: 20,
    fared: [...times.map(inAfter), { outcome: { kind: 'waiting' }, seconds: 1000 }],
    loot: { ...nothingYet(), holds: [{ at: 1, until: 601, worked: false }] },
    books: {
      rows: times.length,
      charges: times.length,
      charged: 0,
      inPart: 0,
      heldAtLast: 0,
      mails: times.length,
      mailedTwice: 0,
      deadLetters: 0,
    },
    seconds: 1000,
    hashes: { scalper: 5, honest: 0 },
    ...changed,
  });
  const failing = (one: Scalped) => scalperVerdict(one, wish).flatMap(({ name, holds }) => (holds ? [] : [name]));
  const all = [1, 2, 3, 4, 5, 6, 700, 800, 900, 950];

  test('is good when more than half are in within ten minutes and all in the end', () =>
    expect(failing(run(all))).toEqual([]));

  test('is not when too few are in after ten minutes, or in the end', () => {
    expect(failing(run([1, 2, 3, 4, 5, 601, 700, 800, 900, 950]))).toEqual([
      'spots of honest runners after ten minutes',
    ]);
    expect(failing(run(all.slice(0, 9)))).toEqual(['spots of honest runners in the end']);
  });

  test('promises nothing for more addresses, and tells the figures all the same', () => {
    const many = run(all.slice(0, 2), { addresses: 200 });
    expect(failing(many)).toEqual([]);
    expect(inTerminal(many, wish)).toContain('20.0 %');
    const made = { date: '2027-01-01', commit: 'abc', command: 'npm run load', machine: 'a machine' };
    expect(scalperPage([run(all), many], wish, made)).toContain(
      '| honest runners in after 10 minutes | 60.0 % | 20.0 % |',
    );
  });

  test('says so when the books have another count, or somebody saw an error', () => {
    expect(failing(run(all, { books: { ...run(all).books, rows: 11 } }))).toEqual([
      'spots registered, never more than there are',
      'registrations, each an honest runner told so',
    ]);
    const broken: Fared = { outcome: { kind: 'error', detail: '500' }, seconds: 1 };
    expect(failing(run(all, { fared: [...all.map(inAfter), broken] }))).toEqual(['honest runners who saw an error']);
  });

  test('knows what scalpers held at a moment', () => {
    const { loot } = run(all);
    expect([0, 1, 600, 601].map((moment) => heldAt(loot, moment))).toEqual([0, 1, 1, 0]);
  });
});
