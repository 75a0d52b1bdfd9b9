import { readArguments, refuse } from '../../local/supervisor/read-arguments';
import { keepAwayFromOpenings } from './keep-away';

const usage = `npm run openings -- --url https://run.example.com [--hours 2]

Ends with 1 while a race opens within so many hours, or opened just now.

  --url    the site: the output Url of the stack with the site
  --hours  how long before an opening nothing is deployed`;

const run = async (): Promise<void> => {
  const values = readArguments({ url: { type: 'string' }, hours: { type: 'string', default: '2' } }, usage);
  const hours = Number(values.hours);
  if (!values.url || !URL.canParse(values.url))
    return refuse(`--url is ${values.url ?? 'missing'}; it must be the address of the site.`, usage);
  if (!(hours > 0)) return refuse(`--hours is ${values.hours}; it must be a number above 0.`, usage);
  await keepAwayFromOpenings(new URL(values.url).origin, hours);
  console.log(`No race opens within ${hours} hours.`);
};

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
