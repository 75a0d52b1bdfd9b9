import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasCode } from '../has-code';

export interface Certificate {
  readonly key: string;
  readonly certificate: string;
  /** The certificate's file. A client that trusts it trusts our servers. */
  readonly file: string;
}

const run = promisify(execFile);

/**
 * A self-signed certificate for servers of this machine, valid for two days. Rejects with advice when openssl is
 * missing: neither Node nor the emulator can make a certificate.
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
