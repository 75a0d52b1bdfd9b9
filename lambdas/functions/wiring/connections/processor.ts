import type { Settings } from '../../../contract/settings';
import { isRateLimited, type StripeHttp, stripeHttp } from '../../../payment/stripe/call';
import { skipZeroAmounts, stripeProcessor } from '../../../payment/stripe/processor';
import { count } from './observability';
import { openSecret } from './open-secret';

type Env = Settings<'PROCESSOR_URL' | 'PROCESSOR_SECRET_ID'>;

/** The processor's secrets and its HTTP API. */
export const openProcessorHttp = (env: Env) => {
  const secret = openSecret(env.PROCESSOR_SECRET_ID);
  return { secret, http: countLimits(stripeHttp(env.PROCESSOR_URL, secret)) };
};

const countLimits =
  (http: StripeHttp): StripeHttp =>
  async (request, withinMs) => {
    const answer = await http(request, withinMs);
    if (answer && isRateLimited(answer)) count('ProcessorLimited');
    return answer;
  };

/** The payment processor. What costs nothing never reaches it. */
export const openProcessor = (env: Env) => skipZeroAmounts(stripeProcessor(openProcessorHttp(env)));
