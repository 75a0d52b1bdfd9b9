import { execFileSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { functionNames } from '../../lambdas/contract/functions';
import type { Setting } from '../../lambdas/contract/settings';
import { quicknet } from '../../lambdas/line/draw/chain';
import { readArguments } from '../../local/supervisor/read-arguments';
import { bundle } from './bundle';
import { type Measured, report } from './report';

const usage = `npm run bundles

Measures the size of each deployed function, and the time that a new environment needs to import it, for bench/bundles/result.md.`;
readArguments({}, usage);

const rounds = 5;

/**
 * Settings a function can start with. Nothing answers at these addresses, because importing a function must call
 * nobody.
 */
const addresses: Readonly<Record<Setting, string>> = {
  DATABASE_URL: 'postgres://registrar@127.0.0.1:1/startline',
  READER_URL: 'postgres://registrar@127.0.0.1:1/startline',
  OWNER_DATABASE_URL: 'postgres://owner@127.0.0.1:1/startline',
  DATA_CACHE_URL: 'memcached://127.0.0.1:1',
  SESSION_A_CACHE_URL: 'memcached://127.0.0.1:1',
  SESSION_B_CACHE_URL: 'memcached://127.0.0.1:1',
  REGISTRATIONS_QUEUE_URL: 'http://127.0.0.1:1/1/registrations',
  PAYMENTS_QUEUE_URL: 'http://127.0.0.1:1/1/payments',
  SETTLEMENTS_QUEUE_URL: 'http://127.0.0.1:1/1/settlements',
  MAIL_QUEUE_URL: 'http://127.0.0.1:1/1/mail.fifo',
  URGENT_MAIL_QUEUE_URL: 'http://127.0.0.1:1/1/urgent-mail.fifo',
  SIGNING_KEYS_SECRET_ID: 'signing-keys',
  PROCESSOR_SECRET_ID: 'processor',
  ORIGIN_SECRET_ID: 'origin',
  PROCESSOR_URL: 'http://127.0.0.1:1',
  SITE_URL: 'http://127.0.0.1:1',
  MAIL_SENDER: 'no-reply@example.com',
  MAIL_CONFIGURATION_SET: 'bench',
  MAIL_LANES: '3',
  WEBHOOKS_QUEUE_URL: 'http://127.0.0.1:1/1/webhooks',
  WEBHOOK_RESULTS_QUEUE_URL: 'http://127.0.0.1:1/1/webhook-results',
  WEBHOOK_HOSTS: 'none',
  FILES_BUCKET_URL: 'http://127.0.0.1:1/files',
  MEDIA_BUCKET_URL: 'http://127.0.0.1:1/media',
  PUBLICATIONS_QUEUE_URL: 'http://127.0.0.1:1/1/publications',
  RESULTS_BUCKET_URL: 'http://127.0.0.1:1/results',
  LINE_PASSES_QUEUE_URL: 'http://127.0.0.1:1/1/line-passes',
  LINE_RATE_MAX: '40',
  LINE_WORK_QUEUE_URL: 'http://127.0.0.1:1/1/line-work',
  LINE_ERRANDS_QUEUE_URL: 'http://127.0.0.1:1/1/line-errands',
  PROOF_BUCKET_URL: 'http://127.0.0.1:1/proof',
  EDGE_STORE_URL: 'http://127.0.0.1:1/key-value-stores/local',
  BEACON_URLS: `http://127.0.0.1:1/${quicknet.hash}`,
  CAPACITY_QUEUE_URL: 'http://127.0.0.1:1/1/capacity',
  CAPACITY_TARGETS: '{"functions":{}}',
  STATE_BUCKET_URL: 'http://127.0.0.1:1/results',
  WATCHED_QUEUES: '{"mail":{"url":"http://127.0.0.1:1/1/mail.fifo","deadLetters":"mail-dead-letters.fifo"}}',
};

/** Milliseconds that a new process takes to import the file: the median of several processes. */
const coldImport = (file: string): number => {
  const script = `const from = performance.now(); await import(${JSON.stringify(pathToFileURL(file).href)}); console.log(performance.now() - from); process.exit();`;
  const env = {
    PATH: process.env.PATH,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    ...addresses,
  };
  const times = Array.from({ length: rounds }, () => {
    const printed = execFileSync(process.execPath, ['--enable-source-maps', '--input-type=module', '-e', script], {
      encoding: 'utf8',
      env,
    });
    return Number(printed.trim().split('\n').at(-1));
  });
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
};

const measure = async (): Promise<void> => {
  const measured: Measured[] = [];
  for (const name of functionNames) {
    const file = await bundle(name);
    measured.push({ name, kilobytes: statSync(file).size / 1024, milliseconds: coldImport(file) });
  }
  const text = report(measured, { date: new Date().toISOString().slice(0, 10), node: process.version, rounds });
  console.log(text);
  writeFileSync('bench/bundles/result.md', text);
};

measure().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
