import Stripe from 'stripe';
import { readArguments } from '../../local/supervisor/read-arguments';
import { keysFault, setUp } from './set-up';

const usage = `STRIPE_SECRET_KEY=sk_… STRIPE_PUBLISHABLE_KEY=pk_… npm run stripe:setup -- --site https://run.example.com

Makes or updates what Startline needs in a Stripe account: the webhook with its version and events, and the domain for
Apple Pay and Google Pay. Checks that both keys are of one account and one mode. Charges nothing. Safe to repeat.
Ends with 1 while something is missing.

  --site  where the page is: the output Url of the stack with the site`;

const signs = { ok: '✓', done: '+', missing: '✗' } as const;

const run = async (): Promise<void> => {
  const values = readArguments({ site: { type: 'string' } }, usage);
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_PUBLISHABLE_KEY: publishableKey = '' } = process.env;
  const fault = keysFault(secretKey, publishableKey);
  if (fault) throw new Error(`${fault}\n\n${usage}`);
  const site = values.site !== undefined && URL.canParse(values.site) ? new URL(values.site) : undefined;
  if (site?.protocol !== 'https:')
    throw new Error(`--site is ${values.site ?? 'missing'}; it must be the https address of the page.\n\n${usage}`);

  const account = { server: new Stripe(secretKey), page: new Stripe(publishableKey) };
  const findings = await setUp(account, site);
  for (const { state, what } of findings) console.log(`${signs[state]} ${what}`);
  if (findings.some(({ state }) => state === 'missing')) process.exitCode = 1;
};

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
