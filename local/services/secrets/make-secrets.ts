import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { secretIds } from './secret-ids';

/** Secret id → its fields. */
export type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

const random = () => randomBytes(32).toString('base64url');

const fresh = (): Secrets => ({
  [secretIds.origin]: { current: random() },
  [secretIds.signingKeys]: { kid: 'k1', k1: random(), k0: random() },
  [secretIds.processor]: {
    secretKey: `sk_test_${random()}`,
    publishableKey: `pk_test_${random()}`,
    webhookSecret: `whsec_${random()}`,
  },
});

/** This machine's secrets, made at the first start and kept. Only their owner can read the file. */
export const makeSecrets = (file: string): Secrets => {
  const known: Secrets = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const secrets = { ...fresh(), ...known };
  if (Object.keys(secrets).length > Object.keys(known).length) {
    writeFileSync(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return secrets;
};
