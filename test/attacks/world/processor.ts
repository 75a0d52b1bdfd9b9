/** A payment as the processor lists it. */
export interface Intent {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly metadata: Readonly<Record<string, string>>;
}

interface Processor {
  readonly url: string;
  readonly secretKey: string;
}

const listed = async <T>({ url, secretKey }: Processor, path: string, query: Record<string, string>) => {
  const answer = await fetch(`${url}${path}?${new URLSearchParams({ ...query, limit: '100' })}`, {
    headers: { authorization: `Bearer ${secretKey}` },
    signal: AbortSignal.timeout(10_000),
  });
  const { data }: { data: T[] } = await answer.json();
  return data;
};

/** The runner answers their bank, as the processor's script does it for the page. */
export const answerBank = async (
  { url, publishableKey }: { readonly url: string; readonly publishableKey: string },
  payment: string,
  clientSecret: string,
  outcome: 'pass' | 'fail',
): Promise<void> => {
  await fetch(`${url}/v1/payment_intents/${payment}/authenticate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({ client_secret: clientSecret, outcome }),
    signal: AbortSignal.timeout(10_000),
  });
};

/** The processor's own list of payments for a registration. */
export const intentsOf = (processor: Processor, registrationId: string): Promise<readonly Intent[]> =>
  listed(processor, '/v1/payment_intents/search', { query: `metadata['registration_id']:'${registrationId}'` });

/** How much the processor has given back of a payment, in the currency's smallest unit. */
export const givenBackOf = async (processor: Processor, { id }: Intent): Promise<number> => {
  const refunds = await listed<{ readonly amount: number; readonly status: string }>(processor, '/v1/refunds', {
    payment_intent: id,
  });
  return refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0);
};
