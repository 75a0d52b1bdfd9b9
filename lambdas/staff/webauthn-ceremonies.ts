import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Ceremonies, MadePasskey, Passkey, UsedPasskey } from './ports';

/**
 * Checks passkeys by the rules of WebAuthn (https://www.w3.org/TR/webauthn-3). The user must have been verified, so that a
 * passkey is two factors: the device, and a finger, a face or a PIN. Whether a challenge is ours, and open, the database says.
 */
export class WebauthnCeremonies implements Ceremonies {
  readonly #origin: string;
  readonly #rpId: string;

  /** `siteUrl`: the console's own address. Passkeys of another host do not fit. */
  constructor(siteUrl: string) {
    const { origin, hostname } = new URL(siteUrl);
    this.#origin = origin;
    this.#rpId = hostname;
  }

  async made(response: unknown): Promise<MadePasskey | undefined> {
    const seen = new SeenChallenge();
    const answer = await unlessMalformed(() =>
      verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: seen.accept,
        expectedOrigin: this.#origin,
        expectedRPID: this.#rpId,
        requireUserVerification: true,
      }),
    );
    if (!answer?.verified) return undefined;
    const { credential, credentialBackedUp: isBackedUp } = answer.registrationInfo;
    return {
      challenge: seen.challenge,
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: credential.transports ?? [],
      isBackedUp,
    };
  }

  async used(response: unknown, passkey: Passkey): Promise<UsedPasskey | undefined> {
    const seen = new SeenChallenge();
    const answer = await unlessMalformed(() =>
      verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: seen.accept,
        expectedOrigin: this.#origin,
        expectedRPID: this.#rpId,
        requireUserVerification: true,
        // The library refuses a counter that went back without saying so. Our store compares it, and locks the passkey.
        credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
      }),
    );
    if (!answer?.verified) return undefined;
    const { newCounter: counter, credentialBackedUp: isBackedUp } = answer.authenticationInfo;
    return { challenge: seen.challenge, credentialId: passkey.credentialId, counter, isBackedUp };
  }
}

class SeenChallenge {
  challenge = '';
  readonly accept = (challenge: string): boolean => {
    this.challenge = challenge;
    return true;
  };
}

/** The library throws for everything that does not fit, from a wrong origin to a missing byte. */
const unlessMalformed = async <T>(verify: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
};
