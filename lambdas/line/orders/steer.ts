import type { LineMode } from '../../races/race';
import type { LineWish, NotSteered, Standing, StandingLine, Steered } from './ports';

/** How long after the gun the list of the draw may stay open, and how long it stays open if nobody postpones it. */
export const [mostPostponedMinutes, enrolSeconds] = [15, 12];
/** So long before the gun browsers begin to read what happens at it: from then on the mode of a race counts for its next line. */
const fixedBeforeMs = 10_000;

/** What happens at the gun of a line that forms. Undefined: it depends on how many come. */
const atGunOf = (mode: Exclude<LineMode, 'never'>): 'draw' | undefined => (mode === 'always' ? 'draw' : undefined);

/** What becomes of a line by the word of a director. */
export const steered = (standing: Standing, wish: LineWish, now: number): Standing | NotSteered => {
  switch (wish.kind) {
    case 'set':
      return set(standing, wish, now);
    case 'postpone':
      return postponed(standing, wish.minutes);
    case 'open':
      return opened(standing);
  }
};

const set = (
  standing: Standing,
  { mode: wished, pace, isHeld, reason }: Extract<LineWish, { kind: 'set' }>,
  now: number,
): Standing | NotSteered => {
  const mode = wished ?? standing.mode;
  const isWithout = standing.line === undefined || standing.line.state === 'open';
  const line =
    wished === 'always' && standing.isSelling && isWithout
      ? begun(now)
      : standing.line && ofMode(standing.line, standing.mode, mode, now);
  const withMode = { ...standing, mode, line };
  if (pace === undefined && isHeld === undefined) return withMode;
  if (!line) return noLine(standing);
  if (line.state === 'open') return { kind: 'line-over' };
  const held = isHeld === undefined ? line.held : reason;
  // Otherwise the gun would open it, although it is held.
  const atGun = line.state === 'lobby' && line.atGun === 'open' && held !== undefined ? 'draw' : line.atGun;
  return { ...withMode, line: { ...line, atGun, pace: pace ?? line.pace, held } };
};

/** A line in the middle of a sale: everybody is a late comer, and nothing is drawn. */
const begun = (now: number): StandingLine => ({
  kind: 'surge',
  state: 'calling',
  gun: now,
  atGun: undefined,
  enrolUntil: now,
  isListClosed: false,
  pace: 1,
  held: undefined,
});

/** Whether the word begins a line. */
export const begins = ({ before, after }: Pick<Steered, 'before' | 'after'>): boolean =>
  after.line?.kind === 'surge' && after.line.state === 'calling' && before.line?.state !== 'calling';

/** Without a line everybody may ask. Otherwise a line that began goes on as it is. */
const ofMode = (line: StandingLine, before: LineMode, mode: LineMode, now: number): StandingLine => {
  if (mode === before || line.state === 'open') return line;
  if (mode === 'never') return { ...line, state: 'open', held: undefined };
  const isOpen = line.kind === 'opening' && line.state === 'lobby' && now < line.gun - fixedBeforeMs;
  return isOpen ? { ...line, atGun: atGunOf(mode) } : line;
};

const postponed = (standing: Standing, minutes: number): Standing | NotSteered => {
  const { line } = standing;
  if (!line) return noLine(standing);
  if (line.state === 'open') return { kind: 'line-over' };
  if (line.kind === 'surge' || (line.state === 'lobby' && line.atGun === 'open')) return { kind: 'no-draw' };
  if (line.isListClosed || (line.state !== 'lobby' && line.state !== 'closing')) return { kind: 'list-closed' };
  const after = Math.max(enrolSeconds, Math.min(minutes, mostPostponedMinutes) * 60);
  return { ...standing, line: { ...line, enrolUntil: line.gun + after * 1000 } };
};

const opened = (standing: Standing): Standing | NotSteered => {
  const { line } = standing;
  if (!line) return noLine(standing);
  // With its mode as it was the race would get another line: before the gun at once, after it when too many ask.
  return { ...standing, mode: 'never', line: { ...line, state: 'open', held: undefined } };
};

const noLine = ({ wasThere }: Standing): NotSteered => ({ kind: wasThere ? 'line-over' : 'no-line' });

/** About how many are let in within the next minute, if nothing else changes. Undefined: nobody knows yet what is borne. */
export const inNextMinute = (
  events: readonly { readonly waiting: number; readonly free: number }[],
  rate: number | undefined,
  pace: number,
): number | undefined => {
  if (rate === undefined) return undefined;
  const room = events.reduce((sum, { waiting, free }) => sum + Math.min(waiting, free), 0);
  return Math.round(Math.min(room, rate * pace * 60));
};
