import { secretHeader } from '../../../api/messages/sessions';
import type { Settings } from '../../../contract/settings';
import { passTokenLimits } from '../../../line/pass/signed-passes';
import { sessionCookie } from '../../../platform/http/session-cookie';
import { openSigner } from '../../../platform/signed-tokens';
import { SignedTokens, tokenLimits } from '../../../registration/signed-tokens';
import { openSecret } from './open-secret';

type Env = Settings<'SIGNING_KEYS_SECRET_ID'>;

/** The signer, and the tokens of links and tickets that it signs. */
export const openTokens = ({ SIGNING_KEYS_SECRET_ID }: Env) => {
  const signer = openSigner(openSecret(SIGNING_KEYS_SECRET_ID), { ...tokenLimits, ...passTokenLimits });
  return { signer, tokens: new SignedTokens(signer) };
};

/** Everything a request can prove itself by: the same, and the browser's session. */
export const openProofs = (env: Env) => {
  const opened = openTokens(env);
  return { ...opened, sessions: sessionCookie(opened.signer, secretHeader) };
};
