import { demoLapRunners, lapCode, lapMetres, laps } from '../prepare/demo-feed';

type Body = Readonly<Record<string, unknown>>;

/** The same figure for the same question, from 0 up to 1: so the story is the same after a restart. */
const chance = (...of: readonly number[]): number => {
  let mixed = 2166136261;
  for (const one of of) mixed = Math.imul(mixed ^ one, 16777619) ^ (mixed >>> 13);
  return (mixed >>> 8) / 2 ** 24;
};

/** Milliseconds that a bib takes for a lap. Some get tired, so places change. */
const lapMs = (round: number, bib: number, lap: number, gender: string): number => {
  const base = gender === 'f' ? 262_000 : 238_000;
  const form = chance(round, bib, 1) * 9_000;
  const tired = (chance(round, bib, 2) - 0.45) * 2_200 * lap;
  return Math.round(base + form + tired + chance(round, bib, lap, 3) * 5_000);
};

const names: Readonly<Record<string, string>> = { f: 'Women', m: 'Men' };

const standings = (round: number, gender: string, lap: number) =>
  demoLapRunners
    .filter((runner) => runner.gender === gender)
    .map(({ bib }) => ({
      bib,
      ms: Array.from({ length: lap }, (_, n) => lapMs(round, bib, n + 1, gender)).reduce((sum, ms) => sum + ms, 0),
    }))
    .sort((a, b) => a.ms - b.ms || a.bib - b.bib);

const pointOf = (lap: number): string => (lap === laps ? 'Finish' : `Lap ${lap}, ${(lap * lapMetres) / 1000} km`);

const colours = [
  'The lights of the quay are on, and the crowd is three deep at the swing bridge.',
  'A tug sounds its horn for the runners, who wave back.',
  'The wind turns: it is in their faces on the far side now.',
  'Cups fly at the water table. Somebody hands out oranges.',
  'The band under the crane plays faster each lap.',
  'A group of five has formed, and nobody wants to lead it.',
  'The children of the rowing club run along the fence.',
];

const rounds = new Map<number, readonly Body[]>();

/** What is told in one running of the race, in its order. */
const roundOf = (round: number): readonly Body[] => {
  const told = rounds.get(round) ?? tellRound(round);
  rounds.set(round, told);
  return told;
};

const tellRound = (round: number): readonly Body[] => {
  const told: Body[] = [
    {
      kind: 'notice',
      text: 'The swing bridge stays closed for cyclists until the last runner is in.',
      level: 'important',
    },
    {
      kind: 'comment',
      text:
        round === 0
          ? 'They are off, under the lights of the harbour.'
          : 'And they are off again: this demo begins again.',
    },
  ];
  for (let lap = 1; lap <= laps; lap++) {
    for (const gender of ['m', 'f']) {
      const order = standings(round, gender, lap);
      const [first, second] = order;
      if (!first || !second) continue;
      told.push({ kind: 'split', bib: first.bib, point: pointOf(lap), ms: first.ms });
      told.push({
        kind: 'positions',
        list: names[gender],
        point: pointOf(lap),
        leaders: order.map(({ bib, ms }, n) => ({ bib, ms, ...(n > 0 && { gap: ms - first.ms }) })),
      });
      const before = lap > 1 ? standings(round, gender, lap - 1)[0]?.bib : first.bib;
      const seconds = Math.round((second.ms - first.ms) / 1000);
      if (before !== first.bib)
        told.push({ kind: 'comment', text: `Bib ${first.bib} takes the lead from bib ${before}!` });
      else if (seconds < 4)
        told.push({
          kind: 'comment',
          text: `Only ${Math.max(1, seconds)} s between bibs ${first.bib} and ${second.bib}.`,
        });
    }
    told.push({ kind: 'comment', text: colours[(round + lap) % colours.length] });
  }
  told.push({ kind: 'comment', text: 'All are in. Thank you for watching; in a moment it begins again.' });
  return told;
};

/** More than a visitor looks at. Then the feed ends. */
export const mostTold = 1_500;

const hex = (number: number) => number.toString(16).padStart(12, '0');

/** The message with this number. It has the same id after a restart, so it is told once. Undefined: the story is over. */
export const messageAt = (number: number): Body | undefined => {
  if (number > mostTold) return undefined;
  let [round, left] = [0, number - 1];
  for (;;) {
    const told = roundOf(round);
    const message = told[left];
    if (message) return { id: `0199c000-0000-7000-8000-${hex(number)}`, ...message };
    left -= told.length;
    round++;
  }
};

interface Times {
  readonly rows: readonly { readonly bib: number; readonly splits?: object; readonly gunMs?: number }[];
  /** Everybody is in. */
  readonly isOver: boolean;
}

/**
 * What the timer at the finish line knows when so much is told. Only the first running of the race is timed; the later ones are shown
 * to visitors who come late.
 */
export const timesAt = (head: number): Times => {
  const passed = new Map<string, number>();
  for (const { kind, list, point } of roundOf(0).slice(0, head)) {
    if (kind !== 'positions') continue;
    const lap = Array.from({ length: laps }, (_, n) => n + 1).find((one) => pointOf(one) === point);
    passed.set(String(list), lap ?? 0);
  }
  const rows = demoLapRunners.flatMap(({ bib, gender }) => {
    const lap = passed.get(names[gender] ?? '') ?? 0;
    if (lap === 0) return [];
    const ends = Array.from({ length: lap }, (_, n) => n + 1).map(
      (one) => [one, standings(0, gender, one).find((runner) => runner.bib === bib)?.ms ?? 0] as const,
    );
    const splits = Object.fromEntries(ends.filter(([one]) => one < laps).map(([one, ms]) => [lapCode(one), ms]));
    const [, gunMs] = ends[laps - 1] ?? [];
    return [{ bib, splits, ...(gunMs !== undefined && { gunMs }) }];
  });
  return { rows, isOver: rows.length === demoLapRunners.length && rows.every(({ gunMs }) => gunMs !== undefined) };
};
