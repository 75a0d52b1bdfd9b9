import { missedAfterMs } from './chain';

interface Needs {
  /** One for each relay: the signature that it says a round has. Throws when it says none. */
  readonly relays: readonly ((round: number) => Promise<string>)[];
  readonly isSigned: (round: number, signature: string) => boolean;
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** A relay said something that the members of the chain did not sign. */
  readonly distrust: (round: number, relay: number) => void;
}

const betweenTriesMs = 1_000;

/**
 * What the beacon says in a round, which is published at `at`: the first answer of a relay that is signed. Undefined: for a minute,
 * none was. It is never asked for another round, because that would be a choice.
 */
export const askBeacon =
  ({ relays, isSigned, now, pause, distrust }: Needs) =>
  async (round: number, at: number): Promise<string | undefined> => {
    const ask = async (relay: Needs['relays'][number], n: number) => {
      const signature = await relay(round);
      if (isSigned(round, signature)) return signature;
      distrust(round, n);
      throw new Error('It is not signed.');
    };
    if (now() < at) await pause(at - now());
    for (;;) {
      const signature = await Promise.any(relays.map(ask)).catch(() => undefined);
      if (signature !== undefined || now() >= at + missedAfterMs) return signature;
      await pause(betweenTriesMs);
    }
  };
