import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { instrument } from '../../lambdas/functions/wiring/connections/observability';
import { openSigner } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { canaryEventId, canaryRaceId } from '../../lambdas/races/canary-race';
import { SignedCanary } from '../../lambdas/races/signed-canary';
import { canaryWorker } from '../../lambdas/watch/canary-worker';
import { makeSecrets } from '../../local/services/secrets/make-secrets';
import { secretIds } from '../../local/services/secrets/secret-ids';
import { settled } from './support/books';
import { openPatientClient } from './support/client';
import { mailsTo } from './support/inbox';
import type { RunningSystem } from './support/running-system';

/** What the function `run-canary` does every five minutes, and what everybody else sees of it. */
export const canaryContract = (system: RunningSystem): void =>
  describe('the canary', () => {
    const { watched } = system;
    const proof = () => {
      const keys = makeSecrets(join(system.dataDir, 'secrets.json'))[secretIds.signingKeys] ?? {};
      return new SignedCanary(openSigner(async () => keys)).sign();
    };
    const run = (prove: () => Promise<string>, id = uuid7()) =>
      instrument(
        'run-canary',
        canaryWorker({
          site: system.url,
          fetch,
          prove,
          newId: () => id,
          newSecret: () => uuid7().replaceAll('-', '').padEnd(43, 'c'),
          clock: () => performance.now(),
          wait: async (milliseconds) => {
            await setTimeout(milliseconds);
          },
        }),
      )({});

    let published: Record<string, unknown>[];
    beforeEach(() => {
      published = [];
      process.env.POWERTOOLS_METRICS_DISABLED = 'false';
      jest.spyOn(console, 'log').mockImplementation((...[line]: unknown[]) => {
        published.push(JSON.parse(String(line)));
      });
      jest.spyOn(console, 'error').mockImplementation(() => undefined);
    });
    afterEach(() => jest.restoreAllMocks());

    test(
      'registers and gives its spot back, and is in no list, no books and no mailbox',
      watched(async () => {
        const before = await settled(system);
        await run(proof);
        expect(published).toEqual([expect.objectContaining({ CanaryMissed: 0 })]);
        const after = await settled(system);
        expect({ races: after.races, problems: after.problems }).toEqual({
          races: before.races,
          problems: before.problems,
        });
        expect(after.races.map(({ raceId }) => raceId)).not.toContain(canaryRaceId);
        expect(await mailsTo(system, 'canary@startline.invalid')).toEqual([]);
      }),
    );

    test(
      'nobody else finds its race: not in the list, not by its id, and not to hold a spot',
      watched(async () => {
        const client = openPatientClient(system.url);
        expect(JSON.stringify((await client('GET', '/api/races')).body)).not.toContain(canaryRaceId);
        for (const path of ['', '/availability'])
          expect((await client('GET', `/api/races/${canaryRaceId}${path}`)).status).toBe(404);
        const hold = { json: { registrationId: uuid7(), eventId: canaryEventId } };
        expect((await client('POST', `/api/races/${canaryRaceId}/holds`, hold)).status).toBe(404);
        await run(async () => 'k1.forged.proof');
        expect(published).toEqual([expect.objectContaining({ CanaryMissed: 1 })]);
      }),
    );
  });
