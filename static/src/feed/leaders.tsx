import * as words from '../texts/feed';
import { whenThere } from '../time/time-there';
import type { Leader, Order } from './board';
import { gapTime, raceTime } from './feed-words';
import type { Names } from './names';

export const Who = ({ bib, names }: { readonly bib: number; readonly names: Names }) => {
  const known = names.get(bib);
  return known ? (
    <>
      <a href={known.href}>
        <bdi>{known.name}</bdi>
      </a>{' '}
      <span class="quiet">{words.bib(bib)}</span>
    </>
  ) : (
    words.bib(bib)
  );
};

const Moved = ({ moved }: Pick<Leader, 'moved'>) =>
  moved === 0 ? null : (
    <span class={moved > 0 ? 'feed-up' : 'feed-down'}>
      <span aria-hidden="true">{moved > 0 ? '▲' : '▼'}</span> {moved > 0 ? words.up(moved) : words.down(-moved)}
    </span>
  );

const [width, height] = [300, 90];

/** How far behind each was, point by point. The table says the last of it in words. */
const GapGraph = ({ gaps }: Pick<Order, 'gaps'>) => {
  const points = gaps[0]?.behind.length ?? 0;
  const most = Math.max(1, ...gaps.flatMap(({ behind }) => behind.map((gap) => gap ?? 0)));
  const place = (gap: number, n: number) =>
    `${((n * width) / Math.max(1, points - 1)).toFixed(1)},${(6 + (gap / most) * (height - 12)).toFixed(1)}`;
  return (
    <svg class="feed-graph" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" preserveAspectRatio="none">
      {gaps.map(({ bib, behind }, line) => (
        <polyline
          key={bib}
          class={`feed-line-${line}`}
          points={behind.flatMap((gap, n) => (gap === undefined ? [] : [place(gap, n)])).join(' ')}
        />
      ))}
    </svg>
  );
};

interface LeadersProps {
  readonly order: Order;
  readonly names: Names;
  readonly timeZone: string;
}

/** Who leads a list, at the last point that was told. */
export const Leaders = ({ order: { list, point, at, leaders, gaps }, names, timeZone }: LeadersProps) => (
  <section class="feed-leaders">
    <table>
      <caption>
        {words.leaders(list)} <span class="quiet">{words.leadersAt(point, whenThere(at, timeZone))}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{words.columns.place}</th>
          <th scope="col">{words.columns.who}</th>
          <th scope="col">{words.columns.time}</th>
          <th scope="col">{words.columns.gap}</th>
        </tr>
      </thead>
      <tbody>
        {leaders.map(({ bib, ms, gap, moved }, n) => (
          <tr key={bib}>
            <td class="feed-place figures">{n + 1}</td>
            <th scope="row" class={`feed-who feed-line-${n}`}>
              <Who bib={bib} names={names} /> <Moved moved={moved} />
            </th>
            <td class="figures">{raceTime(ms)}</td>
            <td class="figures">{n === 0 ? words.first : gapTime(gap)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {gaps.length > 1 && <GapGraph gaps={gaps} />}
  </section>
);
