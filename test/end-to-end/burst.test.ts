import { type Finished, runTest, type Test } from '../../loadtest/run-test';
import { isFree } from '../../local/services/free-port';
import { heading } from '../browser/walk';
import { afterTheRush } from './after-the-rush.contract';
import { settled } from './support/books';
import { openClient } from './support/client';
import { linkIn, mailTo } from './support/inbox';
import { watchBrowsers } from './support/onlookers';
import { marathonId, raceId } from './support/program';
import { isGone, runSystem } from './support/running-system';

jest.setTimeout(300_000);

const system = runSystem();
const { watched } = system;
const onlookers = watchBrowsers();
const tenKilometres = '0199a000-0000-7000-8000-000000000002';
/** Errors by what they say: the verdict names the first one only. */
const errorsIn = ({ endings }: Finished): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const ending of endings) if (ending.kind === 'error') counts[ending.detail] = (counts[ending.detail] ?? 0) + 1;
  return counts;
};

const expectRight = (finished: Finished): void =>
  expect({ errors: errorsIn(finished), wrong: finished.report.checks.filter(({ holds }) => !holds) }).toEqual({
    errors: {},
    wrong: [],
  });

const opening = (
  eventId: string,
  { runners, within }: { readonly runners: number; readonly within: number },
  onEnding?: Test['onEnding'],
) =>
  runTest({
    wish: {
      scenario: 'opening',
      runners,
      within,
      think: [0, 0.5],
      race: raceId,
      card: '4242424242424242',
      seed: 1,
      // Nobody may wait on the list before those who come after the rush.
      joins: 0,
    },
    url: system.url,
    windows: { status: system.status, mail: system.mail },
    eventId,
    patience: 180,
    ...(onEnding && { onEnding }),
  });

test(
  'the gateway is killed while forty register: it comes back, and everybody is registered once',
  watched(async () => {
    const before = system.processes().gateway;
    const kill: Test['onEnding'] = (_, done) => {
      if (done === 10 && before) process.kill(before.pid, 'SIGKILL');
    };
    expectRight(await opening(marathonId, { runners: 40, within: 3 }, kill));
    expect(system.processes().gateway).toEqual({ pid: expect.any(Number), restarts: 1 });
    expect(system.processes().gateway?.pid).not.toBe(before?.pid);
  }),
);

test(
  'two hundred spots and two hundred and sixty runners: each spot is sold once, and everybody is told the truth',
  watched(async () => {
    const finished = await opening(tenKilometres, { runners: 260, within: 3 });
    expectRight(finished);
    expect(finished.endings.filter(({ kind }) => kind === 'confirmed')).toHaveLength(200);
  }),
);

test(
  'who comes afterwards is told that it is sold out',
  watched(async () => {
    const page = await onlookers.open();
    await page.goto(`${system.url}/races/${raceId}`);
    await page.getByText('Sold out').first().waitFor();
    expect(await page.getByRole('link', { name: 'Register for 10 km', exact: true }).count()).toBe(0);
    await page.goto(`${system.url}/races/${raceId}/register?event=${tenKilometres}`);
    await page.getByRole('button', { name: 'Hold a spot for me' }).click();
    await heading(page, 'Sold out').waitFor();
    expect(onlookers.refusals).toEqual([`409 POST /api/races/${raceId}/holds`]);
  }),
);

afterTheRush(system, tenKilometres);

test(
  'Ctrl-C ends everything, and the next start finds everything as it was',
  watched(async () => {
    const { races } = await settled(system);
    const { registrationId, token } = linkIn(await mailTo(system, '@example.com', 'You are in: Marathon'));
    const show = () =>
      openClient(system.url)('GET', `/api/registrations/${registrationId}`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const { body } = await show();
    expect(body).toMatchObject({ status: 'confirmed', payment: 'captured' });

    const pids = Object.values(system.processes()).map(({ pid }) => pid);
    expect(pids.length).toBeGreaterThan(10);
    const { code, seconds } = await system.interrupt();
    expect(code).toBe(0);
    expect(seconds).toBeLessThan(15);
    expect(pids.filter((pid) => !isGone(pid))).toEqual([]);
    const ports = Object.values(system.ports);
    const free = await Promise.all(ports.map(isFree));
    expect(ports.filter((_, index) => !free[index])).toEqual([]);

    await system.start();
    const after = await settled(system);
    expect(after.races).toEqual(races);
    expect(after.balance).toBe('yes');
    expect((await show()).body).toEqual(body);
    const page = await onlookers.open();
    await page.goto(`${system.url}/registrations/${registrationId}#${token}`);
    await heading(page, 'You are on the start line').waitFor();
  }),
);
