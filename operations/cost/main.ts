import { writeFileSync } from 'node:fs';
import { readArguments } from '../../local/supervisor/read-arguments';
import { priceProfiles } from './price-profiles';
import { report } from './report';
import { templatesOf } from './templates';

const usage = `npm run cost

Prints what the templates cost at rest and for an opening, and writes it to bench/cost/result.md.`;
readArguments({}, usage);

const text = report(priceProfiles(templatesOf));
process.stdout.write(text);
writeFileSync('bench/cost/result.md', text);
