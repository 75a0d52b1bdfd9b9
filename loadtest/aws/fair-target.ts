import type { Task } from '../generator/generate';

/** As many as a sandbox of Stripe's takes in a second. */
const mostAtStripe = 25;

/** Throws when this crowd would harm somebody: real cards, or a processor whose rules forbid load tests. */
export const checkTarget = ({ site, scenario, wish }: Task): void => {
  if (scenario.does !== 'register') return;
  const { url, publishableKey } = site.processor;
  if (publishableKey.startsWith('pk_live_'))
    throw new Error(`${site.url} takes real money (its page names a live key). A load test needs one that does not.`);
  if (new URL(url).hostname.endsWith('stripe.com') && wish.runners > mostAtStripe)
    throw new Error(
      `${site.url} takes cards through ${url}, whose sandbox is not made for load tests: ${mostAtStripe} runners at most. Deploy it with -c processorUrl=…, the address of a processor of your own.`,
    );
};
