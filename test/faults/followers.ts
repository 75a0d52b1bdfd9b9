import type { LiveOptions } from '../../loadtest/live/live-options';
import { liveInTerminal, liveVerdict } from '../../loadtest/live/live-report';
import { type Lived, runLive } from '../../loadtest/live/run-live';
import type { Check } from '../../loadtest/report/test-report';
import { between } from '../../loadtest/verdict/checks';
import type { System } from '../../local/system';
import { occupy } from './system/occupy';

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

/** Each part is away for a minute, and the next one when all is well again. */
interface Away {
  readonly crowd: LiveOptions;
  readonly awaySeconds: number;
}

/** The crowd is there until all parts were away. */
const away = { allowed: 6_000, hasKills: false, seed: 1, rates: [2] } as const;
export const fullAway: Away = { crowd: { ...away, followers: 1_000, minutes: 7 }, awaySeconds: 60 };
export const shortAway: Away = { crowd: { ...away, followers: 60, minutes: 4 }, awaySeconds: 35 };

/** Followers hear nothing of the race without these, and are told so. */
const cutsOff = ['gateway', 'postgres'];
/** Without these they hear all that is told. */
const cutsNobody = ['publisher', 'memcached-data', 'objects'];

/** A request that hangs, the longest pause (decision 119), and what a busy machine adds. */
const backSeconds = 8 + 12.5 + 5;

const portOf = ({ ports }: System): Readonly<Record<string, number>> => ({
  gateway: ports.page,
  postgres: ports.primary,
  'memcached-data': ports.data,
  objects: ports.objects,
});

/** Ends a part, and has its port until it is given back: every connection is refused or cut. */
const take = async (system: System, part: string): Promise<() => Promise<void>> => {
  const [pid, port] = [system.pids[part], portOf(system)[part]];
  if (pid === undefined || port === undefined) throw new Error(`There is no ${part}.`);
  process.kill(pid, 'SIGKILL');
  return occupy(port, (socket) => socket.destroy());
};

/** While a part is away that cuts followers off, all of them know it; while another one is, a few at most believe so. */
const outagesOf = ({ outages }: Lived): readonly Check[] =>
  [...cutsOff, ...cutsNobody].map((part) => {
    const { looking = 0, knew = 0 } = outages.find((outage) => outage.part === part) ?? {};
    const [least, most] = cutsOff.includes(part) ? [looking, looking] : [0, Math.ceil(looking / 20)];
    return {
      name: `of ${looking} who looked, cut off while ${part} was away`,
      expected: least === most ? String(most) : `at most ${most}`,
      actual: String(knew),
      holds: looking > 0 && knew >= least && knew <= most,
    };
  });

/** Whether each of a crowd has every message once and in order, and knew when they heard nothing, whatever was away for a minute. */
export const followThroughOutages = async (
  { crowd, awaySeconds }: Away,
  say: (news: string) => void,
  signal: AbortSignal,
): Promise<Followed> => {
  const lived = await runLive(crowd, say, signal, { parts: [...cutsOff, ...cutsNobody], awaySeconds, take });
  const toldAway = lived.outages
    .filter(({ part }) => cutsNobody.includes(part) && part !== 'publisher')
    .map(({ told }) => told);
  return {
    checks: [
      ...liveVerdict(lived, crowd),
      ...outagesOf(lived),
      between(
        'seconds until 99 of 100 were back',
        Math.ceil(Math.max(...lived.outages.map(({ backAfter }) => backAfter))),
        0,
        backSeconds,
      ),
      between(
        'told while cache or files were away, at least',
        Math.min(...toldAway),
        awaySeconds,
        Number.POSITIVE_INFINITY,
      ),
    ],
    lines: liveInTerminal(lived, crowd),
  };
};
