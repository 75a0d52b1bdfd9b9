import { useRef, useState } from 'preact/hooks';
import { type Point, pointAt, stepsOf, ticksUpTo } from './scale';
import { useWidth } from './use-width';

interface LineChartProps {
  /** What it shows, for people who do not see it. */
  readonly label: string;
  /** How a point is read: a hint for the keyboard. */
  readonly hint: string;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** The first one is what the chart is about. Each begins at `from`. */
  readonly lines: readonly { readonly name: string; readonly points: readonly Point[] }[];
  readonly cap?: { readonly value: number; readonly label: string };
  /** What begins at an instant, and lasts until the next one. */
  readonly bands?: readonly { readonly from: number; readonly label: string }[];
  readonly sayTime: (at: number) => string;
  /** Of the n-th point of the first line. */
  readonly sayPoint: (n: number) => string;
}

const height = 240;
const room = { top: 22, right: 10, bottom: 26, left: 46 };

/**
 * Lines over time, which stand until they change. The arrow keys, and a pointer, read one point after the other.
 *
 * An own drawing of a hundred lines: docs/decisions/088-sales-are-counted-on-the-standby.md.
 */
export const LineChart = ({ label, hint, from, to, lines, cap, bands = [], sayTime, sayPoint }: LineChartProps) => {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [read, setRead] = useState<number>();
  const [main] = lines;
  const points = main?.points ?? [];
  const last = points.length - 1;
  const most = Math.max(1, cap?.value ?? 0, ...lines.flatMap(({ points }) => points.map(([, value]) => value)));
  const x = (at: number) => room.left + ((at - from) / Math.max(1, to - from)) * (width - room.left - room.right);
  const y = (value: number) => height - room.bottom - (value / (most * 1.04)) * (height - room.top - room.bottom);
  const shown = read === undefined ? last : Math.min(read, last);
  const [shownAt, shownValue] = points[shown] ?? [from, 0];
  const times = width < 480 ? 3 : 5;

  const onKeyDown = (event: KeyboardEvent) => {
    const next = {
      ArrowLeft: shown - 1,
      ArrowRight: shown + 1,
      Home: 0,
      End: last,
      PageUp: shown - 10,
      PageDown: shown + 10,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setRead(Math.max(0, Math.min(last, next)));
  };
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent) => {
    const left = (currentTarget as Element).getBoundingClientRect().left;
    const at = from + ((clientX - left - room.left) / (width - room.left - room.right)) * (to - from);
    setRead(pointAt(points, at));
  };

  return (
    <div class="chart" ref={box}>
      <div
        class="chart-reader"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-description={hint}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, shown)}
        aria-valuetext={sayPoint(Math.max(0, shown))}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setRead(undefined)}
      >
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
          {bands.map((band, n) => {
            const begins = x(Math.max(from, band.from));
            const ends = x(Math.min(to, bands[n + 1]?.from ?? to));
            if (ends <= begins) return null;
            return (
              <g key={band.label + band.from}>
                <rect
                  class={n % 2 === 0 ? 'chart-band' : 'chart-band chart-band-other'}
                  x={begins}
                  y={room.top}
                  width={ends - begins}
                  height={height - room.top - room.bottom}
                />
                {ends - begins > band.label.length * 7 && (
                  <text x={begins + 4} y={room.top - 7}>
                    {band.label}
                  </text>
                )}
              </g>
            );
          })}
          {ticksUpTo(most).map((value) => (
            <g key={value}>
              <path class="chart-grid" d={`M${room.left} ${y(value)}H${width - room.right}`} />
              <text class="chart-figure" x={room.left - 6} y={y(value) + 4}>
                {value}
              </text>
            </g>
          ))}
          {Array.from({ length: times }, (_, n) => {
            const at = from + ((to - from) * n) / (times - 1);
            const anchor = n === 0 ? 'start' : n === times - 1 ? 'end' : 'middle';
            return (
              <text key={n} x={x(at)} y={height - 8} text-anchor={anchor}>
                {sayTime(at)}
              </text>
            );
          })}
          {cap && (
            <g>
              <path class="chart-cap" d={`M${room.left} ${y(cap.value)}H${width - room.right}`} />
              <text class="chart-cap-words" x={width - room.right} y={y(cap.value) - 5} text-anchor="end">
                {cap.label}
              </text>
            </g>
          )}
          {lines.map(({ name, points }, n) => (
            <path key={name} class={n === 0 ? 'chart-line' : 'chart-line chart-line-other'} d={stepsOf(points, x, y)} />
          ))}
          {last >= 0 && <circle class="chart-dot" cx={x(shownAt)} cy={y(shownValue)} r="4.5" />}
        </svg>
      </div>
      <p class="chart-says" aria-hidden="true">
        {sayPoint(Math.max(0, shown))}
      </p>
      {lines.length > 1 && (
        <ul class="chart-names" aria-hidden="true">
          {lines.map(({ name }, n) => (
            <li key={name} class={n === 0 ? 'name-line' : 'name-line name-line-other'}>
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
