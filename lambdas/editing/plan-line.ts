import type { Part } from './plan';
import type { RaceFacts } from './ports';
import type { RaceDocument } from './race-document';

/** Browsers must read a gun that moves, and everything that is done at it is ready by then. */
const gunFixedMinutes = 10;

interface Question {
  readonly current: RaceDocument | undefined;
  readonly wanted: RaceDocument;
  readonly facts: RaceFacts;
  readonly now: Date;
}

/** What a change of the opening, or of what a race says of its line, does to people in line. */
export const lineParts = ({ current, wanted, facts: { line, events }, now }: Question): readonly Part[] => {
  const mode = wanted.lineMode ?? 'auto';
  const isOtherMode = mode !== (current?.lineMode ?? 'auto');
  if (line?.state === 'ended' && mode !== 'never' && Date.parse(wanted.opensAt) <= Date.parse(line.gun))
    return isOtherMode ? [{ consequence: { kind: 'line-gone', at: line.gun } }] : [];
  if (!line || line.state === 'open' || line.state === 'ended')
    return isOtherMode ? [{ consequence: { kind: `line-${mode}`, at: wanted.opensAt } }] : [];
  const { passes: count, gun: at } = line;
  const isMoved = current?.opensAt !== wanted.opensAt;
  if (line.state === 'goes-on')
    return [
      // Where a spot was dealt, the opening is refused for that.
      ...(isMoved && !events.some(({ wasCut }) => wasCut) ? [{ refusal: { kind: 'sale-began' as const } }] : []),
      ...(isOtherMode
        ? [{ consequence: { kind: mode === 'never' ? ('line-ends' as const) : ('line-goes-on' as const), at, count } }]
        : []),
    ];
  const [gun, next] = [Date.parse(at), Date.parse(wanted.opensAt)];
  const parts: Part[] = [];
  if (isOtherMode)
    parts.push({
      consequence: mode === 'never' ? { kind: 'line-opens', at, count } : { kind: `line-${mode}`, at: wanted.opensAt },
    });
  if (!isMoved) return parts;
  if (gun - now.getTime() < gunFixedMinutes * 60_000)
    parts.push({ refusal: { kind: 'gun-near', at, minutes: gunFixedMinutes } });
  else if (next < gun && mode !== 'never') parts.push({ refusal: { kind: 'line-forms', at, count } });
  else parts.push({ consequence: { kind: 'line-moves', at, until: wanted.opensAt, count } });
  return parts;
};
