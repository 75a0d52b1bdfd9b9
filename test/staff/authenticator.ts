import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const bytes = (value: Buffer) => Buffer.concat([Buffer.from([0x58, value.length]), value]);

const flags = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

export interface Ceremony {
  readonly challenge: string;
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether its owner showed a finger, a face or a PIN. */
  readonly verified?: boolean;
  /** By default one more than last time. */
  readonly counter?: number;
}

/** A passkey in software: P-256, without attestation (https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data). */
export const newAuthenticator = (siteUrl = 'https://startline.example') => {
  const site = new URL(siteUrl);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let uses = 0;

  const dataOf = ({ rpId = site.hostname, verified = true, counter }: Ceremony, more: Buffer = Buffer.alloc(0)) => {
    uses = counter ?? uses + 1;
    const flag = flags.present + (verified ? flags.verified : 0) + (more.length > 0 ? flags.attested : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses);
    return Buffer.concat([sha256(rpId), Buffer.from([flag]), count, more]);
  };
  const clientData = (type: string, { challenge, origin = site.origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const answer = (response: Readonly<Record<string, unknown>>) => ({
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  });

  return {
    id,
    make(ceremony: Ceremony) {
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        bytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        bytes(Buffer.from(y, 'base64url')),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key]);
      const data = dataOf(ceremony, attested);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(data),
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    use(ceremony: Ceremony) {
      const client = clientData('webauthn.get', ceremony);
      const data = dataOf(ceremony);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      });
    },
  };
};
