import { type Finished, runTest, type Test } from '../../loadtest/run-test';
import { heading } from '../browser/walk';
import type { Onlookers } from './support/onlookers';
import { marathonId, raceId, tenKilometres } from './support/program';
import type { RunningSystem } from './support/running-system';

/** Errors by their message: the verdict names only the first one. */
const errorsIn = ({ outcomes }: Finished): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes)
    if (outcome.kind === 'error') counts[outcome.detail] = (counts[outcome.detail] ?? 0) + 1;
  return counts;
};

const expectRight = (finished: Finished): void =>
  expect({ errors: errorsIn(finished), wrong: finished.report.checks.filter(({ holds }) => !holds) }).toEqual({
    errors: {},
    wrong: [],
  });

const opening = (
  system: RunningSystem,
  eventId: string,
  size: { readonly runners: number; readonly within: number; readonly together?: number },
  onOutcome?: Test['onOutcome'],
) =>
  runTest({
    wish: {
      scenario: 'opening',
      ...size,
      think: [0, 0.5],
      race: raceId,
      card: '4242424242424242',
      seed: 1,
      // Nobody may be on the waiting list before those who come after the rush.
      joins: 0,
    },
    url: system.url,
    windows: { status: system.status, mail: system.mail },
    eventId,
    deadlineSeconds: 180,
    ...(onOutcome && { onOutcome }),
  });

/** An opening, one more in which the gateway dies, and a runner who comes too late. */
export const theRush = (system: RunningSystem, onlookers: Onlookers): void => {
  const { watched } = system;

  test(
    'the gateway is killed while forty register, some with others: it comes back, and everybody is registered once',
    watched(async () => {
      const before = system.processes().gateway;
      const kill: Test['onOutcome'] = (_, done) => {
        if (done === 10 && before) process.kill(before.pid, 'SIGKILL');
      };
      // Fewer people than the first block has numbers: no number is lost at the block's end, and the next opening finds
      // none held.
      const finished = await opening(system, marathonId, { runners: 40, within: 3, together: 15 }, kill);
      expectRight(finished);
      expect(finished.report.groups).toEqual({ came: 7, people: 21, registered: 7, withFewer: 0 });
      expect(system.processes().gateway).toEqual({ pid: expect.any(Number), restarts: 1 });
      expect(system.processes().gateway?.pid).not.toBe(before?.pid);
    }),
  );

  test(
    'two hundred spots and two hundred and sixty runners: each spot is sold once, and everybody is told the truth',
    watched(async () => {
      const finished = await opening(system, tenKilometres, { runners: 260, within: 3 });
      expectRight(finished);
      expect(finished.outcomes.filter(({ kind }) => kind === 'confirmed')).toHaveLength(200);
    }),
  );

  test(
    'somebody who comes afterwards is told that it is sold out',
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
};
