import { writeFileSync } from 'node:fs';
import { priceProfiles } from './price-profiles';
import { report } from './report';

/** `npm run cost`: what the templates cost at rest, and an opening. */
const text = report(priceProfiles());
process.stdout.write(text);
writeFileSync('bench/cost/result.md', text);
