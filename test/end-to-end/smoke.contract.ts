import { smoke } from '../../operations/smoke/smoke';
import { raceId } from './support/program';
import type { RunningSystem } from './support/running-system';

/** The same checks as after a deployment, among them a hold. */
export const smokeFindsNothing = (system: RunningSystem): void => {
  const { watched } = system;
  test(
    'what is checked after a deployment holds here',
    watched(async () => {
      const checked = await smoke({ url: system.url, hold: raceId, deadlineSeconds: 60 });
      expect(checked.filter(({ problem }) => problem !== undefined)).toEqual([]);
      expect(checked).toHaveLength(10);
    }),
  );
};
