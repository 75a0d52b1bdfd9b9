import { writeFileSync } from 'node:fs';
import { schemaFile } from './environment';
import { environmentSchema } from './environment-schema';

writeFileSync(schemaFile, `${JSON.stringify(environmentSchema(), undefined, 2)}\n`);
