import * as v from 'valibot';
import { prose, raceId, registrationId, typedText } from '../api/fields';

/**
 * `{ "cancelRace": { … } }`: for good. `name`: the name of the race, so that nobody cancels the wrong one. `message`: what
 * runners are told, on the page of the race and in the mail.
 */
export const cancelRaceMessage = v.strictObject({
  cancelRace: v.strictObject({
    raceId,
    name: typedText(120),
    refundPercent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
    message: prose(1000),
    dryRun: v.optional(v.boolean(), false),
  }),
});

/** `{ "jobs": { … } }`: the jobs of a race. */
export const jobsMessage = v.strictObject({ jobs: v.strictObject({ raceId }) });

const oneJob = v.strictObject({ raceId, jobId: registrationId, dryRun: v.optional(v.boolean(), false) });

/** `{ "stopJob": { … } }`: it stops within a second. */
export const stopJobMessage = v.strictObject({ stopJob: oneJob });

/** `{ "resumeJob": { … } }`: it goes on within a minute. */
export const resumeJobMessage = v.strictObject({ resumeJob: oneJob });
