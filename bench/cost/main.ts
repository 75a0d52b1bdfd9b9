import { writeFileSync } from 'node:fs';
import { priceProfiles } from './price-profiles';
import { report } from './report';
import { templatesOf } from './templates';

/** `npm run cost`: what the templates cost at rest, and an opening. */
const text = report(priceProfiles(templatesOf));
process.stdout.write(text);
writeFileSync('bench/cost/result.md', text);
