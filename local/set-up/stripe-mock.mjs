import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from './apt.mjs';
import { run, step, tail } from './run.mjs';

const version = 'v0.203.0';

/** Stripe's own stand-in for its API, as a Go module. It brings the specification that `npm run stripe:spec` cuts. */
export const stripeMock = `github.com/stripe/stripe-mock@${version}`;

const programIn = (tools) => join(tools, `stripe-mock-${version}`, 'stripe-mock');

/** The path of stripe-mock below `tools`, or '' when it was not built. */
export const findStripeMock = (tools) => (existsSync(programIn(tools)) ? programIn(tools) : '');

/** Builds stripe-mock below `tools` once, which takes half a minute. Resolves with its path, or with '' and a sentence. */
export const buildStripeMock = async (tools) => {
  const program = programIn(tools);
  if (existsSync(program)) return program;
  const skip = (why) => {
    console.log(`  – Stripe's mock of its API is not asked here: ${why}`);
    return '';
  };
  if (!onPath('go')) return skip('it needs Go, which is missing.');
  return step('stripe-mock: a Go module, 33 MB', async () => {
    const env = { GOBIN: join(tools, `stripe-mock-${version}`) };
    const { code, output } = await run('go', ['install', stripeMock], { quiet: true, env });
    return code === 0 ? program : skip(tail(output));
  });
};
