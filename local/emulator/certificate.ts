import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasCode } from '../has-code';

export interface Certificate {
  readonly key: string;
  readonly certificate: string;
  /** Whoever trusts this file trusts us. */
  readonly file: string;
}

const run = promisify(execFile);

/**
 * A certificate for servers of this machine, signed by itself, good for two days. Rejects with a sentence when there is no
 * openssl: neither Node nor the emulator can make one.
 */
export const makeCertificate = async (directory: string): Promise<Certificate> => {
  const [keyFile, file] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
  const what = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const whose = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  try {
    await run('openssl', ['req', ...what, ...whose, '-keyout', keyFile, '-out', file]);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    throw new Error('openssl is not on the PATH; the deployed functions speak TLS only. Install it and try again.');
  }
  return { key: readFileSync(keyFile, 'utf8'), certificate: readFileSync(file, 'utf8'), file };
};
