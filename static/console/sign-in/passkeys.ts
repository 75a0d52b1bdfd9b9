import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { type Answered, ask, type Failure } from '../http/ask';
import { at } from '../http/call';

/** `cancelled`: the window was closed, or nobody answered in time. `known`: this device already has a passkey of this person. */
export type PasskeyFailure = Failure | { readonly kind: 'cancelled' | 'known' | 'unsupported' };
export type PasskeyAnswer = { readonly kind: 'ok' } | PasskeyFailure;

/** Whether this browser knows passkeys at all. */
const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

const use = async (challengeUrl: string, url: string): Promise<PasskeyAnswer> => {
  const asked: Answered<PublicKeyCredentialRequestOptionsJSON> = await ask({ method: 'POST', url: challengeUrl });
  if (asked.kind !== 'ok') return asked;
  const response = await ceremony(() => startAuthentication({ optionsJSON: asked.value }));
  return 'kind' in response ? response : ask({ method: 'POST', url, body: { response } });
};

export const signInByPasskey = () => use(at`/sign-in/challenge`, at`/sign-in/passkey`);

/** Makes a session by link one by passkey, and permits dangerous commands for five minutes. */
export const confirmByPasskey = () => use(at`/confirmations/challenge`, at`/confirmations`);

export const makePasskey = async (name: string): Promise<PasskeyAnswer> => {
  const asked: Answered<PublicKeyCredentialCreationOptionsJSON> = await ask({
    method: 'POST',
    url: at`/passkeys/challenge`,
  });
  if (asked.kind !== 'ok') return asked;
  const response = await ceremony(() => startRegistration({ optionsJSON: asked.value }));
  return 'kind' in response ? response : ask({ method: 'POST', url: at`/passkeys`, body: { name, response } });
};

/** Runs a WebAuthn ceremony. The errors of a browser: https://www.w3.org/TR/webauthn-3/#sctn-createCredential */
const ceremony = async <T extends object>(run: () => Promise<T>): Promise<T | PasskeyFailure> => {
  if (!hasPasskeys()) return { kind: 'unsupported' };
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const names = `${error.name} ${error.cause instanceof Error ? error.cause.name : ''}`;
    if (/\bInvalidStateError\b/.test(names)) return { kind: 'known' };
    if (/\bNotSupportedError\b/.test(names)) return { kind: 'unsupported' };
    return { kind: 'cancelled' };
  }
};
