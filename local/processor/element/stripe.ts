import type {
  ConfirmationToken,
  ConfirmationTokenResult,
  PaymentIntent,
  PaymentIntentOrSetupIntentResult,
  Stripe,
  StripeElements,
  StripeElementsOptionsMode,
  StripeError,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import { call } from './call';
import { openFrame } from './frame';
import { Fields, type PaymentElement } from './payment-element';
import type { Answer, ChallengeOpening, FromChallenge } from './protocol';

/**
 * The sandbox's own Stripe.js: as much of it as the page uses, with Stripe's types. Fields and the bank's question are
 * frames of the sandbox's origin, as with Stripe: no script of the page can read a card.
 */
export type SandboxStripe = Pick<Stripe, 'createConfirmationToken' | 'handleNextAction'> & {
  elements(options: StripeElementsOptionsMode): Pick<StripeElements, 'submit'> & {
    create(type: 'payment', options?: StripePaymentElementOptions): Pick<PaymentElement, 'mount' | 'destroy' | 'focus'>;
    update(options: Pick<StripeElementsOptionsMode, 'appearance'>): Promise<void>;
  };
};

const origin = new URL((document.currentScript as HTMLScriptElement).src).origin;

/** Errors of the API are Stripe's. */
const errorOf = (error: object): StripeError => error as StripeError;

const sandbox = (key: string): SandboxStripe => {
  const fieldsOf = new WeakMap<object, Fields>();

  const elements = (options: StripeElementsOptionsMode) => {
    const fields = new Fields(origin, key, options);
    const group = {
      create: (type: string) => {
        if (type !== 'payment') throw new Error(`The sandbox has no element "${type}"`);
        return fields;
      },
      update: async ({ appearance }: Pick<StripeElementsOptionsMode, 'appearance'>) => {
        if (appearance) fields.dress(appearance as object);
      },
      submit: async () => {
        const { error } = await fields.check();
        return error ? { error: errorOf(error) } : { selectedPaymentMethod: 'card' };
      },
    };
    fieldsOf.set(group, fields);
    return group;
  };

  const createConfirmationToken: Stripe['createConfirmationToken'] = async ({
    elements: group,
    params,
  }): Promise<ConfirmationTokenResult> => {
    const fields = group && fieldsOf.get(group);
    if (!fields) throw new Error('The sandbox makes confirmation tokens of its own elements only');
    const { value, error } = await fields.tokenise(params?.return_url ?? undefined);
    return error ? { error: errorOf(error) } : { confirmationToken: value as ConfirmationToken };
  };

  const handleNextAction = async (options: {
    clientSecret?: string;
    hashedValue?: string;
  }): Promise<PaymentIntentOrSetupIntentResult> => {
    const { clientSecret = '' } = options;
    const payment = clientSecret.split('_secret_')[0] ?? '';
    const query = new URLSearchParams({ client_secret: clientSecret });
    const { value, error } = await call(origin, key, `/v1/payment_intents/${encodeURIComponent(payment)}?${query}`);
    if (error) return { error: errorOf(error) };
    const intent = value as PaymentIntent;
    if (intent.status !== 'requires_action')
      return {
        error: errorOf({
          type: 'invalid_request_error',
          code: 'payment_intent_unexpected_state',
          message: `handleNextAction: the PaymentIntent supplied is not in the requires_action state.`,
          payment_intent: intent,
        }),
      };
    const answer = await challenge({ key, payment, clientSecret });
    if (answer.error) return { error: errorOf(answer.error) };
    const changed = answer.value as PaymentIntent;
    // As with Stripe: a failed question is an error, and the payment wants another card.
    return changed.status === 'requires_payment_method' && changed.last_payment_error
      ? { error: errorOf({ ...changed.last_payment_error, payment_intent: changed }) }
      : { paymentIntent: changed };
  };

  return { elements, createConfirmationToken, handleNextAction };
};

/** Shows the bank's question above the page until it is answered or closed. */
const challenge = (opening: ChallengeOpening): Promise<Answer> =>
  new Promise((resolve) => {
    const before = document.activeElement;
    const dialog = document.createElement('dialog');
    dialog.ariaLabel = 'Your bank';
    Object.assign(dialog.style, { border: '0', padding: '0', width: 'min(24rem, calc(100vw - 2rem))' });
    document.body.append(dialog);
    const { frame, port } = openFrame(
      dialog,
      { src: `${origin}/challenge`, name: 'bank-challenge', title: 'The question of your bank' },
      opening,
    );
    frame.style.height = '21rem';
    // Only the frame ends the question: it tells the sandbox how.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      port.postMessage({ kind: 'close' });
    });
    port.onmessage = ({ data }) => {
      port.close();
      dialog.close();
      dialog.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve((data as FromChallenge).answer);
    };
    dialog.showModal();
  });

Object.assign(globalThis, { Stripe: sandbox });
