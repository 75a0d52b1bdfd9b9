import type { TestReport } from '../test-report';
import { type Html, html } from './html';
import { differenceOf, keyFigures, writtenFigure } from './key-figures';
import { standingOf, standingWords } from './standing';
import { table } from './table';
import { moment } from './words';

/** Runs side by side, the first as the measure: each other one's figure, and how far it is from the first. */
export const besideTable = (first: TestReport, others: readonly TestReport[]): Html =>
  table({
    name: 'Runs side by side',
    heads: ['Figure', moment(first.startedAt), ...others.flatMap(({ startedAt }) => [moment(startedAt), 'Difference'])],
    rows: [
      [
        'Verdict',
        standingWords[standingOf(first)],
        ...others.flatMap((other) => [standingWords[standingOf(other)], '']),
      ],
      ...keyFigures(first).map((figure, n) => [
        figure.name,
        writtenFigure(figure),
        ...others.flatMap((other) => {
          const now = keyFigures(other)[n] ?? { ...figure, value: undefined };
          const { words, is } = differenceOf(figure, now);
          return [
            writtenFigure(now),
            html`<span class="${classes[is]}">${words}${is !== 'neither' && ` (${is})`}</span>`,
          ];
        }),
      ]),
    ],
  });

const classes = { better: 'good', worse: 'bad', neither: 'quiet' } as const;
