import { mkdirSync, writeFileSync } from 'node:fs';
import { crowdOf } from '../../lambdas/capacity/crowd';
import { forecast } from '../../lambdas/capacity/forecast';
import { configOf } from '../../lib/config';
import { readEnvironment } from '../../lib/read-config';
import { committed } from './committed';
import { deployedFrom } from './deployed';
import { followersReport } from './followers';
import { raceSpots } from './race-spots';
import { readOptions } from './read-options';
import { report } from './report';

/** `npm run forecast`: what an opening needs of every part, and which quotas limit it. */

const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2));
  const config = options.env ? readEnvironment(options.env) : configOf({ profile: options.profile });
  const deployed = deployedFrom(config);
  if (options.spots === 'committed') {
    const text = committed(deployed);
    process.stdout.write(text);
    mkdirSync('bench/forecast', { recursive: true });
    writeFileSync('bench/forecast/result.md', text);
    return;
  }
  if (typeof options.spots === 'object' && 'viewers' in options.spots) {
    process.stdout.write(followersReport(options.spots, config.concurrency.feed));
    return;
  }
  const crowd = crowdOf({
    raceId: 'asked',
    opensAt: new Date(),
    spots: typeof options.spots === 'number' ? options.spots : await raceSpots(options.spots),
    interest: options.interest,
  });
  process.stdout.write(report(crowd, forecast(crowd), deployed));
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
