import { uuid7 } from '../../lambdas/platform/uuid';

type Message = Readonly<Record<string, unknown>>;

const most = { text: 500, burst: 20, remembered: 200 };
const lists = ['Women', 'Men', 'Wheelchairs', '10 km'];
/** What a commentator may type, in several scripts and directions. */
const letters = ['run ', 'Ziel ', 'первая ', 'السباق ', '走れ ', '🏁 ', '<b> ', '"\\ ', 'é ', '\n'];

const whole = (least: number, to: number): number => least + Math.floor(Math.random() * (to - least + 1));
const pick = <T>(some: readonly [T, ...T[]] | readonly T[]): T => some[whole(0, some.length - 1)] as T;

/** A text that begins with this instant, so that who reads it knows how old it is. */
const textOf = (length: number): string => {
  let text = `${Date.now()} `;
  while (text.length < length) text += pick(letters);
  return text.trim();
};
const fits = () => textOf(whole(20, most.text - 10));

/** Messages of every kind and size, some at once. It remembers what may be corrected or taken back. */
export const randomMessages = () => {
  let comments: number[] = [];
  return {
    next(): readonly Message[] {
      const referred = new Set<number>();
      return Array.from({ length: Math.random() < 0.1 ? whole(2, most.burst) : 1 }, (): Message => {
        const id = uuid7();
        const chance = Math.random();
        const of = pick(comments);
        if (chance < 0.1 && of !== undefined && !referred.has(of)) {
          referred.add(of);
          if (chance < 0.03) {
            comments = comments.filter((number) => number !== of);
            return { id, kind: 'withdrawal', of, ...(chance < 0.01 && { reason: 'random' }) };
          }
          return { id, kind: 'correction', of, body: { kind: 'comment', text: fits() } };
        }
        if (chance < 0.3)
          return { id, kind: 'split', bib: whole(1, 9_999), point: `${whole(1, 42)} km`, ms: whole(0, 2e7) };
        if (chance < 0.45) {
          const leaders = Array.from({ length: whole(1, 20) }, (_, n) => ({
            bib: n + 1,
            ms: 1e6 + n * whole(0, 9_000),
          }));
          return { id, kind: 'positions', list: pick(lists), point: `${whole(1, 42)} km`, leaders };
        }
        if (chance < 0.55) return { id, kind: 'notice', text: fits(), ...(chance < 0.48 && { level: 'important' }) };
        return { id, kind: 'comment', text: fits(), ...(chance < 0.6 && { language: 'ar' }) };
      });
    },
    /** These were published under these numbers. */
    published(messages: readonly Message[], numbers: readonly number[]): void {
      const told = numbers.filter((_, n) => messages[n]?.kind === 'comment');
      comments = [...comments, ...told].slice(-most.remembered);
    },
  };
};
