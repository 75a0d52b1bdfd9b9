import type { Stripe } from '@stripe/stripe-js';
import type { Config } from '../http/config';
import { readConfig } from '../page/services';

/** What the page uses of Stripe.js. The sandbox's own script has as much. */
export type Processor = Pick<Stripe, 'elements' | 'createConfirmationToken' | 'handleNextAction'>;

type Constructor = (publishableKey: string) => Processor;

const scriptDeadlineMs = 10_000;

let loading: Promise<Processor> | undefined;

/** Loads the processor's script, once. Rejects when it does not come within 10 s; the next call tries again. */
export const loadProcessor = (): Promise<Processor> => {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
};

const stripeHere = () => (globalThis as { readonly Stripe?: Constructor }).Stripe;

// Stripe's own loader has its address built in.
const load = async (): Promise<Processor> => {
  const config = await readConfig();
  if (config.kind !== 'ok') throw new Error('The configuration of the page did not load');
  const { script, publishableKey } = config.value.processor;
  // A script that came too late for the call before is here by now.
  if (!stripeHere()) await append(script);
  const open = stripeHere();
  if (!open) throw new Error(`${script} is not Stripe.js`);
  return open(publishableKey);
};

const append = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error(`${src} did not load`));
    };
    const deadline = setTimeout(fail, scriptDeadlineMs);
    script.addEventListener('load', () => {
      clearTimeout(deadline);
      resolve();
    });
    script.addEventListener('error', fail);
    script.src = src;
    document.head.append(script);
  });

/** The hosts that a browser must allow for the fields of the card. */
export const hostsOf = ({ processor }: Config): readonly string[] => [
  ...new Set([processor.script, processor.url].map((url) => new URL(url).host)),
];

/** Connects to the processor at once, and loads its script when the browser has nothing else to do. */
export const loadWhenIdle = async (): Promise<void> => {
  const config = await readConfig();
  if (config.kind !== 'ok' || loading) return;
  const link = document.createElement('link');
  link.rel = 'preconnect';
  link.href = new URL(config.value.processor.script).origin;
  document.head.append(link);
  // Safari has no requestIdleCallback.
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
  // Errors are for the pay step, which tries again.
  whenIdle(() => void loadProcessor().catch(() => {}));
};
