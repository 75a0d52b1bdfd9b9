import * as v from 'valibot';
import { registrationId, typedText } from '../../api/fields';
import { identity } from '../../api/messages/registrations';

/** It stays with the registration, where directors read it. */
const reason = typedText(200);
const { email, ...named } = identity.entries;

/** `{ "correctRunner": { … } }`: the name or the birth date of somebody who is registered was wrong. */
export const correctRunnerMessage = v.strictObject({
  correctRunner: v.strictObject({ registrationId, ...v.partial(v.strictObject(named)).entries, reason }),
});

/** `{ "correctAddress": { … } }`: the same of an e-mail address. Links that were mailed to the wrong one end. */
export const correctAddressMessage = v.strictObject({
  correctAddress: v.strictObject({ registrationId, email, reason }),
});

/** `{ "resendLink": { … } }`: the link to a registration is mailed once more. */
export const resendLinkMessage = v.strictObject({ resendLink: v.strictObject({ registrationId }) });
