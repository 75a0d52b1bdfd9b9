import { signingSchema } from './definition/signing-definition';
import { schemasWith } from './entry';

/** The schema of an entry for this event, with what is signed. A file of its own: the page loads signing where it is asked for. */
export const entrySchema = schemasWith(signingSchema);
