import { isFree } from '../../local/services/free-port';
import { heading } from '../browser/walk';
import { settled, wrongIn } from './support/books';
import { openPatientClient } from './support/client';
import { linkIn, mailTo } from './support/inbox';
import type { Onlookers } from './support/onlookers';
import { isGone, type RunningSystem } from './support/running-system';

/** After a stop with much state, the next start finds all of it. */
export const stopAndStart = (system: RunningSystem, onlookers: Onlookers): void => {
  const { watched } = system;

  test(
    'Ctrl-C ends everything, and the next start finds everything as it was',
    watched(async () => {
      const { races } = await settled(system);
      const { registrationId, token } = linkIn(await mailTo(system, '@example.com', 'You are in: Marathon'));
      const show = () =>
        openPatientClient(system.url)('GET', `/api/registrations/${registrationId}`, {
          headers: { authorization: `Bearer ${token}` },
        });
      const { body } = await show();
      expect(body).toMatchObject({ status: 'confirmed', payment: 'captured' });

      const pids = Object.values(system.processes()).map(({ pid }) => pid);
      expect(pids.length).toBeGreaterThan(10);
      const { code, seconds } = await system.interrupt();
      expect(code).toBe(0);
      // A process that ignores the signal is killed after forty seconds.
      expect(seconds).toBeLessThan(30);
      expect(pids.filter((pid) => !isGone(pid))).toEqual([]);
      const ports = Object.values(system.ports);
      const free = await Promise.all(ports.map(isFree));
      expect(ports.filter((_, index) => !free[index])).toEqual([]);

      await system.start();
      const after = await settled(system);
      expect(after.races).toEqual(races);
      expect([after.balance, wrongIn(after)]).toEqual(['yes', []]);
      expect((await show()).body).toEqual(body);
      const page = await onlookers.open();
      await page.goto(`${system.url}/registrations/${registrationId}#${token}`);
      await heading(page, 'You are on the start line').waitFor();
    }),
  );
};
