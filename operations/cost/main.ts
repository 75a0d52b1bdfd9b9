import { writeFileSync } from 'node:fs';
import { priceProfiles } from './price-profiles';
import { report } from './report';
import { templatesOf } from './templates';

/** `npm run cost`: the cost of the templates at rest, and of an opening. */
const text = report(priceProfiles(templatesOf));
process.stdout.write(text);
writeFileSync('bench/cost/result.md', text);
