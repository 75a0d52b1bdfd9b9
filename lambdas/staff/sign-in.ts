import { addressesPerNetwork, networkOf } from '../domain/network';
import type { Relay } from '../domain/outbox';
import type {
  Ceremonies,
  Challenge,
  ChallengeKind,
  LinkTokens,
  NewSession,
  SignInLimit,
  SignIns,
  StaffPace,
} from './ports';
import type { Signed } from './rights';

interface Needs {
  readonly signIns: SignIns;
  readonly ceremonies: Ceremonies;
  readonly tokens: LinkTokens;
  readonly limit: SignInLimit;
  readonly pace: Pick<StaffPace, 'noteKnown'>;
  readonly relay: Relay;
  readonly alerts: {
    count(metric: string, amount?: number): void;
    warn(message: string, keys?: Readonly<Record<string, unknown>>): void;
  };
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** 32 random bytes in base64url. */
  readonly secret: () => string;
  readonly hash: (text: string) => string;
}

/** Longer than looking up and sending take, so that both are done when the answer leaves. */
const answerDelayMs = 500;

/**
 * For one network address; an IPv6 network gets four times as many. It is enough for the desks of a large race, two hundred people who sign
 * in over one Wi-Fi on its morning, and too few to try e-mail addresses or to fill a table.
 */
export const maxSignInsPerHour = 240;
export const signInWindowSeconds = 3600;

/** Everything that begins or strengthens a session. */
export const signIn = ({ signIns, ceremonies, tokens, limit, pace, relay, alerts, pause, secret, hash }: Needs) => {
  /** Without the cache requests are not counted; links and challenges are bounded in the database. */
  const isTooMuch = async (caller: string): Promise<boolean> => {
    try {
      const network = networkOf(caller);
      const [ofAddress, ofNetwork] = await Promise.all([
        limit.countOneMore(caller),
        network === undefined ? 0 : limit.countOneMore(network),
      ]);
      return Math.max(ofAddress, ofNetwork / addressesPerNetwork) > maxSignInsPerHour;
    } catch (error) {
      alerts.warn('Sign-ins are not counted.', { reason: String(error) });
      return false;
    }
  };
  const begun = (browser: string): NewSession & { readonly secret: string } => {
    const one = secret();
    return { secret: one, secretHash: hash(one), browser: browser.slice(0, 200) };
  };
  const known = async (session: ReturnType<typeof begun>) => {
    await pace.noteKnown(session.secretHash);
    return session;
  };
  const refused = () => {
    alerts.count('SignInsRefused');
    return 'refused' as const;
  };

  return {
    /** Mails a link, if the address is known. Neither the answer nor its time tells whether it is. */
    async askLink(email: string, caller: string): Promise<'asked' | 'too-many-requests'> {
      if (await isTooMuch(caller)) {
        refused();
        return 'too-many-requests';
      }
      const answerTime = pause(answerDelayMs);
      const ids = await signIns.askLink(email.toLowerCase());
      if (ids.length > 0)
        relay(ids).catch((error) => alerts.warn('A link waits for the next relay.', { reason: String(error) }));
      await answerTime;
      return 'asked';
    },

    /** The secret of a new session. `used`: the link was opened before, is over, or is not ours. */
    async openLink(token: string, browser: string): Promise<{ readonly secret: string } | 'used'> {
      const linkId = await tokens.readStaffLink(token);
      const session = begun(browser);
      if (linkId !== undefined && (await signIns.useLink(linkId, session)) === 'signed-in') return known(session);
      refused();
      return 'used';
    },

    /** What an authenticator is to sign. Without `signed`, somebody who is not signed in asks from `caller`. */
    async challenge(kind: ChallengeKind, signed: Signed | undefined, caller: string) {
      if (!signed && (await isTooMuch(caller))) {
        refused();
        return 'too-many-requests' as const;
      }
      const challenge: Challenge = { challenge: secret(), kind, staffId: signed?.staffId };
      await signIns.keep(challenge);
      return challenge;
    },

    async withPasskey(
      response: { readonly id: string },
      browser: string,
    ): Promise<{ readonly secret: string } | 'refused'> {
      const used = await usedPasskey(response);
      const session = begun(browser);
      if (used && (await signIns.signIn(used, session)) === 'signed-in') return known(session);
      return refused();
    },

    /** Notes in the session that its owner has just used a passkey, which also makes it a session by passkey. */
    async confirm(response: { readonly id: string }, { staffId }: Signed, secretHash: string) {
      const used = await usedPasskey(response, staffId);
      return used && (await signIns.confirm(used, staffId, secretHash)) === 'confirmed' ? 'confirmed' : refused();
    },

    async enrol(response: unknown, name: string, { staffId }: Signed, secretHash: string) {
      const made = await ceremonies.made(response);
      if (!made) return refused();
      const answer = await signIns.enrol(made, name, staffId, secretHash);
      return answer === 'refused' ? refused() : answer;
    },
  };

  async function usedPasskey(response: { readonly id: string }, staffId?: string) {
    const passkey = await signIns.findPasskey(response.id);
    if (!passkey || (staffId !== undefined && passkey.staffId !== staffId)) return undefined;
    return ceremonies.used(response, passkey);
  }
};

export type SignIn = ReturnType<typeof signIn>;
