import * as v from 'valibot';
import { raceId } from '../api/fields';

/** `{ "rebuildParticipants": { … } }`: makes the list of a race's participants again, from what is recorded. */
export const rebuildParticipantsMessage = v.strictObject({ rebuildParticipants: v.strictObject({ raceId }) });
