import { writeFileSync } from 'node:fs';
import { describeApi } from './openapi';

writeFileSync(new URL('openapi.json', import.meta.url), `${JSON.stringify(describeApi(), undefined, 2)}\n`);
