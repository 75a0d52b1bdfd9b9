import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripeMock } from '../../local/set-up/stripe-mock.mjs';
import { readArguments } from '../../local/supervisor/read-arguments';
import { cutSpecification } from './cut';

const usage = `npm run stripe:spec

Cuts Stripe's specification again. It comes with stripe-mock, so both oracles of the contract are of one version. Needs Go, which
checks the module's hash.`;
readArguments({}, usage);

const folder = fileURLToPath(new URL('../../test/payment/contract/', import.meta.url));

const moduleFolder = (): string => {
  // Outside of any Go module, whatever lies above this repository.
  const cwd = mkdtempSync(join(tmpdir(), 'stripe-spec-'));
  try {
    const text = execFileSync('go', ['mod', 'download', '-json', stripeMock], { cwd, encoding: 'utf8' });
    const { Dir } = JSON.parse(text);
    return String(Dir);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
};

try {
  const source = moduleFolder();
  const cut = cutSpecification(JSON.parse(readFileSync(join(source, 'embedded/openapi/spec3.json'), 'utf8')));
  writeFileSync(join(folder, 'stripe-openapi.json'), JSON.stringify(cut, null, 1));
  writeFileSync(join(folder, 'LICENSE.txt'), readFileSync(join(source, 'LICENSE')));
} catch (error) {
  const isNoGo = error instanceof Error && 'code' in error && error.code === 'ENOENT' && error.message.includes(' go ');
  console.error(isNoGo ? 'The specification is fetched by Go, which is not installed: https://go.dev/dl' : error);
  process.exitCode = 1;
}
