import type { Settings } from '../../../contract/settings';
import { registrationLinks } from '../../../mail/letters/write-letter';
import { SignedStaffLinks } from '../../../staff/signed-staff-links';
import { openTokens } from '../connections/proofs';

/** The links that mails contain: those of runners, and those of staff. */
export const openMailLinks = (env: Settings<'SIGNING_KEYS_SECRET_ID' | 'SITE_URL'>) => {
  const { signer, tokens } = openTokens(env);
  return registrationLinks(env.SITE_URL, tokens, new SignedStaffLinks(signer));
};
