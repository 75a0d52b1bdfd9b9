import * as v from 'valibot';
import { email, raceId, typedText } from '../api/fields';
import { staffRoles } from '../domain/staff';

/** `{ "inviteStaff": { … } }`: a role in a race or, without `raceId`, in all; and the mail that lets them in. */
export const inviteStaffMessage = v.strictObject({
  inviteStaff: v.strictObject({
    email,
    name: typedText(100),
    role: v.picklist(staffRoles),
    raceId: v.optional(raceId),
  }),
});

/** `{ "signInLink": { … } }`: a link that signs somebody in, without a mail. It works once, for fifteen minutes. */
export const signInLinkMessage = v.strictObject({ signInLink: v.strictObject({ email }) });

/** `{ "resetPasskeys": { … } }`: ends passkeys and sessions, and mails an invitation to make a new passkey. */
export const resetPasskeysMessage = v.strictObject({ resetPasskeys: v.strictObject({ email }) });
