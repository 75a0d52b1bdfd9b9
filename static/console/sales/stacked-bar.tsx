import type { SpotsMessage } from '../../../lambdas/api/console/sales-messages';
import { count } from '../../src/page/money';
import * as s from '../texts/sales';

interface StackedBarProps {
  readonly parts: readonly {
    /** Its colour: `taken`, `held`, `free`, `back`, `soon`. */
    readonly kind: string;
    readonly label: string;
    readonly value: number;
    readonly says: string;
  }[];
}

/** What something consists of, as parts of one bar, with their names below. Each part also has a pattern or an edge of its own. */
export const StackedBar = ({ parts }: StackedBarProps) => {
  const all = Math.max(
    1,
    parts.reduce((sum, { value }) => sum + value, 0),
  );
  let before = 0;
  return (
    <div class="stack">
      <svg class="stack-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect class="stack-room" width="100" height="10" />
        {parts.map(({ kind, value }) => {
          const begins = before;
          before += (value / all) * 100;
          return <rect key={kind} class={`part-${kind}`} x={begins} width={(value / all) * 100} height="10" />;
        })}
      </svg>
      <ul class="stack-names">
        {parts.map(({ kind, label, says }) => (
          <li key={kind}>
            <span class={`swatch swatch-${kind}`} aria-hidden="true" />
            {label} <b class="figures">{says}</b>
          </li>
        ))}
      </ul>
    </div>
  );
};

interface SpotsBarProps {
  readonly of: Pick<SpotsMessage, 'registered' | 'held' | 'comingBack' | 'offered' | 'free'>;
  /** It is full while all spots are free, and empties as they are taken. Otherwise it fills. */
  readonly isEmptying?: boolean;
}

/** The spots of an event. */
export const SpotsBar = ({ of, isEmptying = false }: SpotsBarProps) => {
  const [gone, left] = isEmptying ? (['gone', 'left'] as const) : (['taken', 'free'] as const);
  const part = (kind: string, label: string, value: number) => ({ kind, label, value, says: count(value) });
  const taken = part(gone, s.barParts.registered, of.registered);
  const inHand = part('held', s.barParts.held, of.held + of.comingBack + of.offered);
  const open = part(left, s.barParts.free, of.free);
  return <StackedBar parts={isEmptying ? [open, inHand, taken] : [taken, inHand, open]} />;
};
