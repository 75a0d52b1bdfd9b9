import { toJsonSchema } from '@valibot/to-json-schema';
import { environment } from './environment';

/** The JSON schema of the files in `environments`, for the editor: the same declaration that checks them. */
export const environmentSchema = (): object =>
  // JSON schema has no rule that compares items.
  toJsonSchema(environment, { ignoreActions: ['check_items'] });
