import type { Settings } from '../../contract/settings';
import { stripeHttp } from '../../payment/stripe/http';
import { skipZeroAmounts, stripeProcessor } from '../../payment/stripe/processor';
import { openSecret } from './open-secret';

type Env = Settings<'PROCESSOR_URL' | 'PROCESSOR_SECRET_ID'>;

/** The processor's secrets and its HTTP API. */
export const openProcessorHttp = (env: Env) => {
  const secret = openSecret(env.PROCESSOR_SECRET_ID);
  return { secret, http: stripeHttp(env.PROCESSOR_URL, secret) };
};

/** The payment processor. What costs nothing never reaches it. */
export const openProcessor = (env: Env) => skipZeroAmounts(stripeProcessor(openProcessorHttp(env)));
