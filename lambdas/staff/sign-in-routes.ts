import { linkAsked, linkOpened, passkeyMade, passkeyUsed, type SignedInMessage } from '../api/console/messages';
import { ConsoleError } from '../api/console/problems';
import { ProblemError } from '../api/problem-error';
import { needsPasskey } from '../domain/staff';
import { type Reply, reply } from '../platform/http/reply';
import type { Request } from '../platform/http/request';
import { type ConsoleHandlers, type SignedRequest, staffCookie, staffFarewell } from './guarded-routes';
import type { Challenge, SignIns, StaffSessions } from './ports';
import type { Signed } from './rights';
import { type SignIn, signInWindowSeconds } from './sign-in';

interface Needs {
  readonly use: SignIn;
  readonly signIns: Pick<SignIns, 'passkeys' | 'deletePasskey'>;
  readonly sessions: StaffSessions;
  /** The host that passkeys are bound to. */
  readonly rpId: string;
}

/** An answer of an authenticator is longer than what runners send. */
const passkeyBytes = 32 * 1024;
/** How long the browser waits for a finger. */
const ceremonyMs = 5 * 60_000;
/** EdDSA, ES256 and RS256: https://www.iana.org/assignments/cose/cose.xhtml#algorithms */
const algorithms = [-8, -7, -257];

/** Begins, strengthens and ends sessions, and keeps the passkeys of the person who is signed in. */
export const signInRoutes = ({ use, signIns, sessions, rpId }: Needs) => {
  // What the browser's API takes: https://www.w3.org/TR/webauthn-3/#sctn-parseRequestOptionsFromJSON
  const toUse = ({ challenge }: Challenge) => ({
    challenge,
    rpId,
    timeout: ceremonyMs,
    userVerification: 'required',
  });
  const toMake = (
    { challenge }: Challenge,
    { staffId, name, email }: Signed,
    known: readonly { readonly id: string }[],
  ) => ({
    challenge,
    rp: { id: rpId, name: 'Startline' },
    user: { id: Buffer.from(staffId).toString('base64url'), name: email, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: ceremonyMs,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: known.map(({ id }) => ({ type: 'public-key', id })),
  });

  return {
    'POST /api/console/sign-in': async (request: Request) => {
      const { email } = request.json(linkAsked);
      await unlessTooMany(use.askLink(email, request.viewer));
      return reply(202, { status: 'sent-if-known' });
    },

    'POST /api/console/sign-in/link': async (request: Request) => {
      const opened = await use.openLink(request.json(linkOpened).token, browserOf(request));
      if (opened === 'used') throw new ConsoleError('link-used');
      return begun(opened.secret);
    },

    'POST /api/console/sign-in/challenge': async (request: Request) =>
      reply(200, toUse(await unlessTooMany(use.challenge('sign-in', undefined, request.viewer)))),

    'POST /api/console/sign-in/passkey': async (request: Request) => {
      const { response } = request.json(passkeyUsed, passkeyBytes);
      const answer = await use.withPasskey(response, browserOf(request));
      if (answer === 'refused') throw new ConsoleError('passkey-refused');
      return begun(answer.secret);
    },

    'GET /api/console/session': async ({ signed }: SignedRequest) => reply(200, messageOf(signed)),

    'DELETE /api/console/session': async ({ secretHash }: SignedRequest) => {
      await sessions.end(secretHash);
      return reply(204, undefined, {}, [staffFarewell]);
    },

    'GET /api/console/sessions': async ({ signed, secretHash }: SignedRequest) =>
      reply(200, { sessions: await sessions.sessions(signed.staffId, secretHash) }),

    'DELETE /api/console/sessions': async ({ signed }: SignedRequest) => {
      await sessions.endAll(signed.staffId);
      return reply(204, undefined, {}, [staffFarewell]);
    },

    'GET /api/console/passkeys': async ({ signed }: SignedRequest) =>
      reply(200, { passkeys: await signIns.passkeys(signed.staffId) }),

    'POST /api/console/passkeys/challenge': async ({ signed, request }: SignedRequest) => {
      const challenge = await unlessTooMany(use.challenge('enrol', signed, request.viewer));
      const known = await signIns.passkeys(signed.staffId);
      return reply(200, toMake(challenge, signed, known));
    },

    'POST /api/console/passkeys': async ({ signed, secretHash, request }: SignedRequest) => {
      const { name, response } = request.json(passkeyMade, passkeyBytes);
      switch (await use.enrol(response, name, signed, secretHash)) {
        case 'enrolled':
          return reply(201, { status: 'made' });
        case 'not-now':
          throw new ConsoleError('enrolment-closed');
        case 'refused':
          throw new ConsoleError('passkey-refused');
      }
    },

    'DELETE /api/console/passkeys/{passkeyId}': async ({ signed, request }: SignedRequest) => {
      switch (await signIns.deletePasskey(request.path.passkeyId ?? '', signed.staffId)) {
        case 'deleted':
          return reply(204, undefined);
        case 'last':
          throw new ConsoleError('last-passkey');
        case 'not-found':
          throw new ProblemError('not-found', { reason: 'id', what: 'passkey' });
      }
    },

    'POST /api/console/confirmations/challenge': async ({ signed, request }: SignedRequest) =>
      reply(200, toUse(await unlessTooMany(use.challenge('confirm', signed, request.viewer)))),

    'POST /api/console/confirmations': async ({ signed, secretHash, request }: SignedRequest) => {
      const { response } = request.json(passkeyUsed, passkeyBytes);
      if ((await use.confirm(response, signed, secretHash)) === 'refused') throw new ConsoleError('passkey-refused');
      return reply(200, { status: 'confirmed' });
    },
  } satisfies Partial<ConsoleHandlers>;
};

const begun = (secret: string): Reply => reply(200, { status: 'signed-in' }, {}, [staffCookie(secret)]);

const browserOf = ({ headers }: Request): string => headers['user-agent'] ?? '';

const unlessTooMany = async <T>(work: Promise<T>): Promise<Exclude<T, 'too-many-requests'>> => {
  const answer = await work;
  if (answer === 'too-many-requests') throw new ProblemError('too-many-requests', { retryAfter: signInWindowSeconds });
  return answer as Exclude<T, 'too-many-requests'>;
};

const messageOf = (signed: Signed): SignedInMessage => ({
  name: signed.name,
  email: signed.email,
  level: signed.level,
  isConfirmed: signed.isConfirmed,
  passkeys: signed.passkeys,
  mayEnrol: signed.mayEnrol,
  roles: signed.roles,
  needsPasskey: signed.level === 'link' && needsPasskey(signed.roles),
});
