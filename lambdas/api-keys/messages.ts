import * as v from 'valibot';
import { eventId, raceId } from '../api/fields';
import { line } from '../api/form/definition/question-types';
import { keyScopes } from './api-key';

const dryRun = v.optional(v.boolean(), false);

/** `{ "makeApiKey": { … } }`: lets a machine post times or news of a race. The key is in the answer, and nowhere else. */
export const makeApiKeyMessage = v.strictObject({
  makeApiKey: v.strictObject({
    raceId,
    label: line(80),
    scopes: v.pipe(
      v.array(v.picklist(keyScopes)),
      v.minLength(1, 'empty'),
      v.check((list) => new Set(list).size === list.length, 'twice'),
    ),
    dryRun,
  }),
});

/** `{ "apiKeys": { … } }`: the keys of a race, those that work first. */
export const apiKeysMessage = v.strictObject({ apiKeys: v.strictObject({ raceId }) });

/** `{ "withdrawApiKey": { … } }`: from now on the key does nothing. */
export const withdrawApiKeyMessage = v.strictObject({
  withdrawApiKey: v.strictObject({ raceId, keyId: eventId, dryRun }),
});
