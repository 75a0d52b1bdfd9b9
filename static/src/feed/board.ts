import type { FeedMessageRead } from '../../../lambdas/api/messages/race-day/feed';

/** What a message says that is shown. `kind` is that of what was said first. */
export interface Told {
  readonly number: number;
  readonly at: string;
  readonly kind: string;
  /** Null: it was taken out. */
  readonly body: FeedMessageRead['body'];
  readonly isCorrected: boolean;
  readonly isWithdrawn: boolean;
}

export interface Leader {
  readonly bib: number;
  /** Milliseconds. */
  readonly ms: number;
  readonly gap: number;
  /** How many places they went up since the order before; below 0: down. */
  readonly moved: number;
}

/** The order of one list, at the last point that was told. */
export interface Order {
  readonly list: string;
  readonly point: string;
  readonly at: string;
  readonly leaders: readonly Leader[];
  /** Of those who lead now: how far behind the first each was, point by point. Undefined: not among the leaders there. */
  readonly gaps: readonly { readonly bib: number; readonly behind: readonly (number | undefined)[] }[];
}

/** Kinds that say something of their own. Others are counted, and not shown. */
const shown = new Set(['comment', 'split', 'positions', 'notice', 'results', 'end']);

/** What messages tell, in the order of their numbers. What is corrected stands where it was said first. */
export const toldBy = (messages: readonly FeedMessageRead[]): readonly Told[] => {
  const known = new Set(messages.map(({ number }) => number));
  const corrections = new Map<number, FeedMessageRead>();
  const withdrawn = new Set<number>();
  for (const message of messages) {
    if (message.of === undefined) continue;
    if (message.kind === 'withdrawal') withdrawn.add(message.of);
    if (message.kind === 'correction' && message.body) corrections.set(message.of, message);
  }
  return messages.flatMap(({ number, at, kind, body, of }): readonly Told[] => {
    const correction = corrections.get(number);
    if (shown.has(kind)) {
      // One that has a text was told after what it corrects was taken out, if that was.
      const said = correction ? correction.body : body;
      return [
        { number, at, kind, body: said, isCorrected: correction !== undefined, isWithdrawn: withdrawn.has(number) },
      ];
    }
    // What it corrects was told before this page began, so the correction stands for it.
    const stands = kind === 'correction' && of !== undefined && !known.has(of) && body;
    const last = of !== undefined && corrections.get(of)?.number === number;
    return stands && last
      ? [{ number, at, kind: String(body.kind), body, isCorrected: true, isWithdrawn: withdrawn.has(of) }]
      : [];
  });
};

interface Said {
  readonly list: string;
  readonly point: string;
  readonly at: string;
  readonly leaders: readonly { readonly bib: number; readonly ms: number; readonly gap?: number }[];
}

const saidOf = ({ body, at }: Told): Said => ({
  list: String(body?.list),
  point: String(body?.point),
  at,
  leaders: Array.isArray(body?.leaders) ? body.leaders : [],
});

const behind = ({ leaders }: Said, bib: number): number | undefined => {
  const one = leaders.find((leader) => leader.bib === bib);
  return one && (one.gap ?? one.ms - (leaders[0]?.ms ?? one.ms));
};

/** In the graph: as many lines as can be told apart, at as many points as fit. */
const mostLines = 5;
const mostPoints = 12;

/** The order of each list, as it was told last. */
export const ordersIn = (told: readonly Told[]): readonly Order[] => {
  const lists = new Map<string, Said[]>();
  for (const one of told)
    if (one.kind === 'positions' && one.body && !one.isWithdrawn) {
      const said = saidOf(one);
      lists.set(said.list, [...(lists.get(said.list) ?? []), said]);
    }
  return [...lists.values()].flatMap((history): readonly Order[] => {
    const last = history.at(-1);
    if (!last) return [];
    const before = history.at(-2)?.leaders.map(({ bib }) => bib) ?? [];
    const points = history.slice(-mostPoints);
    return [
      {
        ...last,
        leaders: last.leaders.map(({ bib, ms }, n) => ({
          bib,
          ms,
          gap: behind(last, bib) ?? 0,
          moved: before.includes(bib) ? before.indexOf(bib) - n : 0,
        })),
        gaps:
          points.length < 2
            ? []
            : last.leaders
                .slice(0, mostLines)
                .map(({ bib }) => ({ bib, behind: points.map((said) => behind(said, bib)) })),
      },
    ];
  });
};

/** The notice that is pinned: the last important one that was not taken back. */
export const pinnedIn = (told: readonly Told[]): Told | undefined =>
  told.findLast(({ kind, body, isWithdrawn }) => kind === 'notice' && body?.level === 'important' && !isWithdrawn);

/** What was told last of somebody: that they passed a point, or where they are in a list. */
export interface News {
  readonly at: string;
  readonly point: string;
  /** Milliseconds. */
  readonly ms: number;
  readonly list?: string;
  readonly place?: number;
}

/** Undefined: nothing was told of them, or it was taken back. */
export const newsOf = (told: readonly Told[], bib: number): News | undefined => {
  for (const one of [...told].reverse()) {
    const { kind, body, at, isWithdrawn } = one;
    if (!body || isWithdrawn) continue;
    if (kind === 'split' && body.bib === bib) return { at, point: String(body.point), ms: Number(body.ms) };
    if (kind !== 'positions') continue;
    const { list, point, leaders } = saidOf(one);
    const place = leaders.findIndex((leader) => leader.bib === bib);
    if (place >= 0) return { at, point, ms: leaders[place]?.ms ?? 0, list, place: place + 1 };
  }
  return undefined;
};
