import { plainDigits } from '../../../../lambdas/domain/plain-digits';
import * as t from '../../texts/feed';

/** What a commentator typed, by the names of the fields. */
export interface Typed {
  readonly kind: string;
  readonly text: string;
  readonly bib: string;
  readonly point: string;
  readonly time: string;
  readonly list: string;
  readonly leaders: string;
}

export const nothingTyped: Typed = { kind: 'comment', text: '', bib: '', point: '', time: '', list: '', leaders: '' };

/**
 * What is typed once a message is published. The point and the list stay: the next message is often about the same. So does what was
 * typed while the answer was on its way.
 */
export const withoutSent = (now: Typed, sent: Typed): Typed => {
  const left = (name: 'text' | 'bib' | 'time' | 'leaders') => (now[name] === sent[name] ? '' : now[name]);
  return { ...now, text: left('text'), bib: left('bib'), time: left('time'), leaders: left('leaders') };
};

export type Wrong = Partial<Record<keyof Typed, string>>;
export type Drafted = { readonly message: object } | { readonly wrong: Wrong };

/** Milliseconds, from `32:04`, `1:09:05` or `1:09:05.4`. */
export const timeIn = (text: string): number | undefined => {
  const found = /^(?:(\d{1,2}):)?(\d{1,2}):(\d\d)(?:[.,](\d))?$/.exec(plainDigits(text.trim()));
  if (!found) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', tenths = '0'] = found;
  if (Number(seconds) > 59 || (found[1] !== undefined && Number(minutes) > 59)) return undefined;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(tenths) * 100;
};

export const bibIn = (text: string): number | undefined => {
  const plain = plainDigits(text.trim());
  return /^[1-9]\d{0,5}$/.test(plain) ? Number(plain) : undefined;
};

/** The message, or what is wrong, by field. */
export const draftOf = (typed: Typed): Drafted => {
  const wrong: Record<string, string> = {};
  const filled = (name: 'text' | 'point' | 'list') => {
    if (typed[name].trim() === '') wrong[name] = t.fill;
    return typed[name].trim();
  };
  const read = (): object => {
    switch (typed.kind) {
      case 'split': {
        const [bib, ms] = [bibIn(typed.bib), timeIn(typed.time)];
        if (bib === undefined) wrong.bib = t.wrongBib;
        if (ms === undefined) wrong.time = t.wrongTime;
        return { kind: 'split', bib, point: filled('point'), ms };
      }
      case 'positions': {
        const leaders = leadersIn(typed.leaders);
        if ('wrong' in leaders) wrong.leaders = leaders.wrong;
        return { kind: 'positions', list: filled('list'), point: filled('point'), ...leaders };
      }
      case 'notice':
      case 'important':
        return { kind: 'notice', text: filled('text'), level: typed.kind === 'important' ? 'important' : 'usual' };
      default:
        return { kind: 'comment', text: filled('text') };
    }
  };
  const message = read();
  return Object.keys(wrong).length > 0 ? { wrong } : { message };
};

const leadersIn = (text: string): { readonly leaders: readonly object[] } | { readonly wrong: string } => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return { wrong: t.fill };
  const read = lines.map((line) => {
    const [bib = '', time = ''] = line.trim().split(/\s+/);
    return { bib: bibIn(bib), ms: timeIn(time) };
  });
  const bad = read.findIndex(({ bib, ms }) => bib === undefined || ms === undefined);
  if (bad >= 0) return { wrong: t.wrongLeader(bad + 1) };
  const first = read[0]?.ms ?? 0;
  return {
    leaders: read.map(({ bib, ms = 0 }, n) => ({ bib, ms, ...(n > 0 && { gap: Math.max(0, ms - first) }) })),
  };
};
