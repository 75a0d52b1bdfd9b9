import type { Manifest } from '../../../lambdas/results/files';
import { distance } from '../page/money';
import * as words from '../texts/results';
import { paceOf, type Split, timeOf } from './time-words';

const [width, height, edge] = [640, 140, 22];

/** The pace along the course: the faster, the higher. Hidden from screen readers, because the table says the same. */
const PaceGraph = ({ splits }: { splits: readonly Split[] }) => {
  const paces = splits.flatMap(({ pace }) => (pace === undefined ? [] : [pace]));
  const [fast, slow] = [Math.min(...paces), Math.max(...paces)];
  const far = splits.at(-1)?.metres ?? 0;
  if (paces.length < 2 || far === 0) return null;
  const x = (metres: number) => ((metres / far) * width).toFixed(1);
  const y = (pace: number) =>
    (slow === fast ? height / 2 : edge + ((pace - fast) / (slow - fast)) * (height - 2 * edge)).toFixed(1);
  const line = splits
    .map(({ metres, pace }, n) =>
      pace === undefined ? '' : `${n === 0 ? 'M' : 'L'}${x(splits[n - 1]?.metres ?? 0)} ${y(pace)}H${x(metres)}`,
    )
    .join('')
    // A line begins with M, also when the first part has no pace.
    .replace(/^L/, 'M');
  return (
    <svg class="result-graph" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      {splits.slice(0, -1).map(({ code, metres }) => (
        <path key={code} class="result-graph-point" d={`M${x(metres)} ${edge / 2}V${height - edge / 2}`} />
      ))}
      <path class="result-graph-line" d={line} />
      <text x="0" y={edge - 8}>
        {words.fastest(words.pace(paceOf(fast)))}
      </text>
      <text x="0" y={height - 4}>
        {words.slowest(words.pace(paceOf(slow)))}
      </text>
    </svg>
  );
};

/** The times that were measured on the way. */
export const Splits = ({ splits, rounding }: { splits: readonly Split[]; rounding: Manifest['rounding'] }) => (
  <section aria-labelledby="splits">
    <h2 id="splits">{words.splitsTitle}</h2>
    <PaceGraph splits={splits} />
    <table class="result-table result-splits">
      <caption class="aside-for-readers">{words.splitsCaption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.splitColumns.point}</th>
          <th scope="col" class="result-wide">
            {words.splitColumns.distance}
          </th>
          <th scope="col" class="result-time">
            {words.splitColumns.time}
          </th>
          <th scope="col" class="result-time">
            {words.splitColumns.pace}
          </th>
        </tr>
      </thead>
      <tbody>
        {splits.map(({ code, label, metres, ms, pace }) => (
          <tr key={code}>
            <th scope="row">
              {label}
              <span class="result-more">{distance(metres)}</span>
            </th>
            <td class="result-wide figures">{distance(metres)}</td>
            <td class="result-time figures">{timeOf(ms, rounding)}</td>
            <td class="result-time figures">{pace === undefined ? '–' : words.pace(paceOf(pace))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
