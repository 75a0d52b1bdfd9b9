import { RootConstruct } from 'constructs';
import { crowdOf } from '../../lambdas/capacity/crowd';
import { rushFunctions } from '../../lambdas/capacity/figures';
import { forecast } from '../../lambdas/capacity/forecast';
import { quotas } from '../../lambdas/capacity/quotas';
import { readConfig } from '../../lib/config';
import { eventSources } from '../../lib/event-sources';
import { functions } from '../../lib/functions';
import { raceSpots } from './race-spots';
import { readOptions } from './read-options';
import { report } from './report';

/** `npm run forecast`: what an opening needs of every part, and which quotas limit it. */

const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2));
  const { node } = new RootConstruct();
  node.setContext('profile', options.profile);
  const config = readConfig(node);
  const crowd = crowdOf({
    raceId: 'asked',
    opensAt: new Date(),
    spots: typeof options.spots === 'number' ? options.spots : await raceSpots(options.spots),
    interest: options.interest,
  });
  const expected = forecast(crowd);
  const workers = Object.values(eventSources).reduce((sum, { maxConcurrency }) => sum + maxConcurrency, 0);
  const deployed = { workers, largestDatabase: config.database.maxCapacity, hasProxy: config.database.proxy };
  const limits = Object.fromEntries(
    rushFunctions.map((name) => {
      const { bulkhead } = functions[name];
      return [name, bulkhead ? config.concurrency[bulkhead] : 0];
    }),
  );
  process.stdout.write(report(crowd, expected, quotas(expected, deployed), limits));
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
