import * as v from 'valibot';
import type { Config } from './config';
import type { Answered } from './failure';
import type { Request } from './request';

const paymentMethod = v.object({ id: v.pipe(v.string(), v.regex(/^pm_[A-Za-z0-9_]{1,250}$/)) });

/** Sends the card to the payment processor, and nowhere else. Gives the token that stands for it. */
export type Tokenise = (form: URLSearchParams) => Promise<Answered<{ id: string }>>;

/** `processor` gives the configuration with the address of the processor and its publishable key. */
export const createTokenise =
  (request: Request, processor: () => Promise<Answered<Config>>): Tokenise =>
  async (form) => {
    const found = await processor();
    if (found.kind !== 'ok') return found;
    const { url, publishableKey } = found.value.processor;
    return request({
      method: 'POST',
      url: `${url.replace(/\/$/, '')}/v1/payment_methods`,
      form,
      bearer: publishableKey,
      schema: paymentMethod,
      timeoutSeconds: 20,
      // A second token for the same card charges nothing.
      retries: 3,
    });
  };
