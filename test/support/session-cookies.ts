import { secretHeader } from '../../lambdas/api/messages/sessions';
import { sessionCookie } from '../../lambdas/platform/http/session-cookie';
import { openSigner } from '../../lambdas/platform/signed-tokens';

/** Cookies signed with a key of the tests. */
export const sessions = sessionCookie(
  openSigner(async () => ({ kid: 'k1', k1: 'of the tests, and of no other use' })),
  secretHeader,
);

/** A browser with a session: what it sends as `cookies`, and the session's hash. */
export const aBrowser = async () => {
  const { hash, cookies } = await sessions.of({ cookies: {}, headers: {} });
  return { hash, cookies: cookies.map((cookie) => cookie.split(';')[0] ?? '') };
};
