import type { Settings } from '../../../contract/settings';
import { registrationLinks } from '../../../mail/letters/registration-links';
import { SignedOptOuts } from '../../../mail/opt-out/signed-opt-outs';
import { SignedStaffLinks } from '../../../staff/signed-staff-links';
import { openTokens } from '../connections/proofs';

/** The links that mails contain: those of runners, those of staff, and those that end news. */
export const openMailLinks = (env: Settings<'SIGNING_KEYS_SECRET_ID' | 'SITE_URL'>) => {
  const { signer, tokens } = openTokens(env);
  return registrationLinks(env.SITE_URL, tokens, new SignedStaffLinks(signer), new SignedOptOuts(signer));
};
