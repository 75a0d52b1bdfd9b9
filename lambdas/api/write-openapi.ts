import { writeFileSync } from 'node:fs';
import { formJsonSchema } from './form/definition/json-schema';
import { describeApi } from './openapi';

const write = (file: string, content: unknown) =>
  writeFileSync(new URL(file, import.meta.url), `${JSON.stringify(content, undefined, 2)}\n`);

write('openapi.json', describeApi());
write('form/form.schema.json', formJsonSchema());
