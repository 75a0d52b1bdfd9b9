import { CachedOpenings } from '../../lambdas/sales/cached-openings';
import type { OpeningSample } from '../../lambdas/sales/ports';
import { openFleet } from '../platform/cache/fleet';

const fleet = openFleet();

test('two hundred people who go on watching an opening, by five functions, make one sample in two seconds', async () => {
  const looks: number[] = [];
  const look = async () => {
    looks.push(Date.now());
    // Long enough for all of them to ask meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { at: `sample ${looks.length}` } as unknown as OpeningSample;
  };
  const functions = Array.from(
    { length: 5 },
    () => new CachedOpenings(fleet.process(), look, { curve: async () => [] }),
  );
  const everybody = () =>
    Promise.all(
      functions.flatMap((openings) => Array.from({ length: 40 }, async () => (await openings.sample('harbour'))?.at)),
    );
  const seen = new Set<string | undefined>();
  let rounds = 0;
  for (; !seen.has('sample 2'); rounds++) for (const at of await everybody()) seen.add(at);
  expect([...seen]).toEqual(['sample 1', 'sample 2']);
  expect(rounds).toBeGreaterThan(5);
  const [first = 0, second = 0, ...more] = looks;
  expect(more).toEqual([]);
  // Memcached counts whole seconds.
  expect(second - first).toBeGreaterThan(1000);
});
