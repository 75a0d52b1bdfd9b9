import type { Servers } from '../../local/emulator/servers';
import { type Registered, registerOne } from './one-runner';

export interface Arrived {
  readonly registered: readonly Registered[];
  readonly toldToComeBack: number;
  readonly failures: readonly string[];
}

/** All come from one address, which may hold at most two hundred spots at once. */
const pauseMs = 2_000;

/** Registers one runner after the other until told to stop; then the last one finishes. */
export const keepRegistering = (siteUrl: string, servers: Servers) => {
  const registered: Registered[] = [];
  const failures: string[] = [];
  let stopping = false;
  const registering = (async () => {
    while (!stopping) {
      try {
        registered.push(await registerOne(siteUrl, servers));
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error));
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  })();

  return async (): Promise<Arrived> => {
    stopping = true;
    await registering;
    const toldToComeBack = registered.reduce((sum, one) => sum + one.toldToComeBack, 0);
    return { registered, toldToComeBack, failures };
  };
};
