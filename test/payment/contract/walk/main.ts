import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../../../../local/supervisor/read-arguments';
import { openBankPage } from './bank-page';
import { walk } from './walk';

const usage = `STRIPE_SECRET_KEY=sk_test_… STRIPE_PUBLISHABLE_KEY=pk_test_… npm run stripe:walk -- [--no-browser]

Walks a Stripe test account through everything that we rely on, and answers the questions of docs/payments.md. The bank's
questions are answered by you, in a browser on this machine. The answers of Stripe, without anything secret, are written to
test/payment/contract/recorded; commit them, and they hold the sandbox. Refuses live keys. Ends with 1 if a step went otherwise.

  --no-browser  skips the steps in which the bank asks`;

const recorded = fileURLToPath(new URL('../recorded/', import.meta.url));
const signs = { 'as expected': '✓', otherwise: '✗', seen: '?', skipped: '–' } as const;

const run = async (): Promise<void> => {
  const values = readArguments({ 'no-browser': { type: 'boolean', default: false } }, usage);
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_PUBLISHABLE_KEY: publishableKey = '' } = process.env;
  if (!/^sk_test_/.test(secretKey) || !/^pk_test_/.test(publishableKey))
    throw new Error(`The walk needs both keys of a test account, and never takes live ones.\n\n${usage}`);

  const page = values['no-browser']
    ? undefined
    : await openBankPage(publishableKey, (what) => console.log(`  ${what}`));
  if (page) console.log(`Open ${page.url} in a browser, and do what it says.\n`);
  mkdirSync(recorded, { recursive: true });
  try {
    const account = { secretKey, api: 'https://api.stripe.com', searchSeconds: 90, attemptMs: 10_000 };
    for await (const { name, proves, answers, state, what, exchanges } of walk({
      ...account,
      ...(page && { bank: page.bank }),
    })) {
      console.log(`${signs[state]} ${name}${answers ? ` (${answers})` : ''}: ${proves}\n    ${state}: ${what}`);
      if (state === 'otherwise') process.exitCode = 1;
      const file = `${recorded}${name.replace(/[^a-z]+/gi, '-').toLowerCase()}.json`;
      if (exchanges.length > 0) writeFileSync(file, `${JSON.stringify(exchanges, null, 2)}\n`);
    }
  } finally {
    page?.close();
  }
};

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
