import { parseArgs } from 'node:util';
import { keepAwayFromOpenings } from './keep-away';

/** `npm run openings -- --url https://run.example.com --hours 2` ends with 1 while a race opens soon or opened just now. */
const run = async (): Promise<void> => {
  const { values } = parseArgs({ options: { url: { type: 'string' }, hours: { type: 'string', default: '2' } } });
  const hours = Number(values.hours);
  if (!values.url || !URL.canParse(values.url) || !(hours > 0))
    throw new Error('Usage: npm run openings -- --url https://run.example.com [--hours 2]');
  await keepAwayFromOpenings(new URL(values.url).origin, hours);
  console.log(`No race opens within ${hours} hours.`);
};

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
