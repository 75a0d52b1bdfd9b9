import * as v from 'valibot';
import { eventId, raceId, registrationId } from '../api/words';

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** `{ "changeCapacity": { … } }` */
export const changeCapacityMessage = v.strictObject({
  changeCapacity: v.strictObject({ raceId, eventId, capacity: whole(0, 100_000) }),
});

/** `{ "expectRunners": { … } }`: how large a crowd is to be ready for at the opening. */
export const expectRunnersMessage = v.strictObject({
  expectRunners: v.strictObject({ raceId, runners: whole(1, 10_000_000) }),
});

/** `{ "cancelRegistration": { … } }`: at any time; without `refundPercent` as much goes back as the race says. */
export const cancelRegistrationMessage = v.strictObject({
  cancelRegistration: v.strictObject({ registrationId, refundPercent: v.optional(whole(0, 100)) }),
});
