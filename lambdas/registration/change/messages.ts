import * as v from 'valibot';
import { eventId, registrationId, typedText } from '../../api/fields';
import { identity } from '../../api/messages/registrations';

/** Directors read it at the registration. */
const reason = typedText(200);
const { email, ...named } = identity.entries;

/** `{ "correctRunner": { … } }`: corrects the name or the birth date of a registered runner. */
export const correctRunnerMessage = v.strictObject({
  correctRunner: v.strictObject({ registrationId, ...v.partial(v.strictObject(named)).entries, reason }),
});

/** `{ "correctAddress": { … } }`: corrects the e-mail address of a registered runner. Links that were mailed before end. */
export const correctAddressMessage = v.strictObject({
  correctAddress: v.strictObject({ registrationId, email, reason }),
});

/**
 * `{ "moveEvent": { … } }`: a registered runner runs in another event of the race. `difference`: `refund` gives back what they
 * paid above the present price of the new event; `leave` leaves all money where it is; `charge` is as `refund`, and keeps a spot of a
 * dearer event for the runner until they have paid the difference. `passWaiting`: they come before those
 * who wait for the new event.
 */
export const moveEventMessage = v.strictObject({
  moveEvent: v.strictObject({
    registrationId,
    eventId,
    difference: v.picklist(['refund', 'leave', 'charge']),
    passWaiting: v.optional(v.boolean(), false),
  }),
});

/** `{ "withdrawMove": { … } }`: takes the offer of a dearer event back, unless it was paid before. */
export const withdrawMoveMessage = v.strictObject({ withdrawMove: v.strictObject({ registrationId }) });

/** `{ "resendLink": { … } }`: mails the link to a registration once more. */
export const resendLinkMessage = v.strictObject({ resendLink: v.strictObject({ registrationId }) });
