import type { TestReport } from '../report/test-report';
import { type Html, html } from './html';
import { differenceOf, keyFigures, writtenFigure } from './key-figures';
import { standingOf, standingWords } from './standing';
import { table } from './table';
import { moment } from './words';

/** Two runs side by side: the figures of both, and the difference of the second from the first. */
export const besideTable = (first: TestReport, second: TestReport): Html => {
  const figures = keyFigures(second);
  return table({
    name: 'Runs side by side',
    heads: ['Figure', moment(first.startedAt), moment(second.startedAt), 'Difference'],
    rows: [
      ['Verdict', standingWords[standingOf(first)], standingWords[standingOf(second)], ''],
      ...keyFigures(first).map((figure, n) => {
        const now = figures[n] ?? { ...figure, value: undefined };
        const { words, is } = differenceOf(figure, now);
        const difference = html`<span class="${classes[is]}">${words}${is !== 'neither' && ` (${is})`}</span>`;
        return [figure.name, writtenFigure(figure), writtenFigure(now), difference];
      }),
    ],
  });
};

const classes = { better: 'good', worse: 'bad', neither: 'quiet' } as const;
