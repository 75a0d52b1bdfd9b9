const deadlineMs = 3_000;

/** Asks one relay of drand for the signature of a round. `address`: with the hash of the chain. Throws when it has none, or is silent. */
export const drandRelay =
  (address: string) =>
  async (round: number): Promise<string> => {
    const answer = await fetch(`${address}/public/${round}`, { signal: AbortSignal.timeout(deadlineMs) });
    const said: unknown = answer.ok ? await answer.json() : undefined;
    if (typeof said !== 'object' || said === null || !('signature' in said) || typeof said.signature !== 'string')
      throw new Error(`The relay has no round ${round}: it answered ${answer.status}.`);
    return said.signature;
  };
