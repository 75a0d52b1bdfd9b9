import type { Appearance, StripeElementLocale } from '@stripe/stripe-js';
import type { QuoteMessage } from '../../../lambdas/api/messages/holds';
import type { Tokenise, Tokenised } from '../flow/payment';
import { announce } from '../page/announce';
import * as t from '../texts/page';
import { loadProcessor } from './load-processor';

/** The fields of the card, in a frame of the processor. */
export interface CardFields {
  /**
   * Checks the fields, at once: the wallets of a device open only while a press is being handled. Gives the function that
   * makes the token.
   */
  submit(): Tokenise;
}

const fieldsDeadlineMs = 10_000;

const dark = () => matchMedia('(prefers-color-scheme:dark)');

/** Our colours and letters, for the processor's frame. */
const appearance = (): Appearance => {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    theme: dark().matches ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('red'),
      colorBackground: token('sheet'),
      colorText: token('ink'),
      colorTextSecondary: token('soft'),
      colorTextPlaceholder: token('soft'),
      colorDanger: token('bad'),
      fontFamily: token('text'),
      fontSizeBase: '17px',
      borderRadius: '8px',
    },
  };
};

/**
 * Shows the fields in `place`. Rejects when the script does not load, or when the fields are not shown within 10 s. A
 * `signal` that is aborted closes them.
 */
export const openCardFields = async (
  place: HTMLElement,
  { total, currency }: QuoteMessage,
  signal: AbortSignal,
): Promise<CardFields> => {
  const processor = await loadProcessor();
  signal.throwIfAborted();
  const elements = processor.elements({
    mode: 'payment',
    amount: total,
    currency: currency.toLowerCase(),
    captureMethod: 'manual',
    paymentMethodTypes: ['card'],
    locale: t.locale as StripeElementLocale,
    appearance: appearance(),
  });
  const element = elements.create('payment', { wallets: { link: 'never' } });
  const dress = () => void elements.update({ appearance: appearance() });
  const close = () => {
    dark().removeEventListener('change', dress);
    element.destroy();
  };
  signal.addEventListener('abort', close);
  await new Promise<void>((resolve, reject) => {
    const fail = () => {
      signal.removeEventListener('abort', close);
      close();
      reject(new Error('The fields of the card were not shown'));
    };
    const deadline = setTimeout(fail, fieldsDeadlineMs);
    element.on('ready', () => {
      clearTimeout(deadline);
      resolve();
    });
    element.on('loaderror', fail);
    element.mount(place);
  });
  dark().addEventListener('change', dress);

  const submit = (): Tokenise => {
    const checked = elements.submit();
    const tokenise = async (): Promise<Tokenised> => {
      const { error: wrong } = await checked;
      if (wrong) {
        if (wrong.message) announce(wrong.message);
        return { kind: 'incomplete' };
      }
      const { confirmationToken, error } = await processor.createConfirmationToken({
        elements,
        params: { return_url: location.href },
      });
      if (confirmationToken) return { kind: 'ok', token: confirmationToken.id };
      const isAboutCard = error.type === 'card_error' || error.type === 'validation_error';
      return isAboutCard ? { kind: 'refused', detail: error.message } : { kind: 'away' };
    };
    // Stripe.js throws what it takes for a mistake of the page. The runner may try again, or reload.
    return () => tokenise().catch(() => ({ kind: 'away' }));
  };
  return { submit };
};
