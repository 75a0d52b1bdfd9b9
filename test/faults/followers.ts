import type { LiveOptions } from '../../loadtest/live/live-options';
import { liveInTerminal, liveVerdict } from '../../loadtest/live/live-report';
import { runLive } from '../../loadtest/live/run-live';
import type { Check } from '../../loadtest/report/test-report';

/** A race that is told live, in a system of its own. Publisher, cache, gateway and database are killed, each once. */
const kills = { allowed: 6_000, hasKills: true, seed: 1 } as const;
export const fullCrowd: LiveOptions = { ...kills, followers: 2_000, minutes: 4, rates: [1, 5] };
export const shortCrowd: LiveOptions = { ...kills, followers: 100, minutes: 1, rates: [5] };

export interface Followed {
  readonly checks: readonly Check[];
  readonly lines: string;
}

/** Whether each of a crowd has every message once and in order, whatever was killed while they followed. */
export const followThroughKills = async (
  wish: LiveOptions,
  say: (news: string) => void,
  signal: AbortSignal,
): Promise<Followed> => {
  const lived = await runLive(wish, say, signal);
  const felt = lived.met.errors + lived.publishFailures;
  return {
    checks: [
      ...liveVerdict(lived, wish),
      // Else the kills hit nobody, and prove nothing.
      {
        name: 'kills that somebody felt',
        expected: '4',
        actual: String(lived.kills.length),
        holds: felt > 0 && lived.kills.length === 4,
      },
    ],
    lines: liveInTerminal(lived, wish),
  };
};
