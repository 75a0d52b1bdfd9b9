/** A payment as the processor lists it. */
export interface Intent {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The processor's own list of payments for a registration. */
export const intentsOf = async (
  { url, secretKey }: { readonly url: string; readonly secretKey: string },
  registrationId: string,
): Promise<readonly Intent[]> => {
  const query = new URLSearchParams({ query: `metadata['registration_id']:'${registrationId}'`, limit: '100' });
  const answer = await fetch(`${url}/v1/payment_intents/search?${query}`, {
    headers: { authorization: `Bearer ${secretKey}` },
    signal: AbortSignal.timeout(10_000),
  });
  const { data }: { data: Intent[] } = await answer.json();
  return data;
};
