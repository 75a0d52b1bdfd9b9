import type { Second } from '../../report/test-report';
import { figure, milliseconds, whole } from '../words';
import type { Look } from './graph';
import type { Line, LineGraph } from './line-graph';
import type { Fold } from './scale';

interface Drawn {
  readonly name: string;
  readonly look: Look;
  readonly of: (second: Second) => number;
  /** Left out where two runs are drawn over each other: more lines could not be told apart. */
  readonly aloneOnly?: boolean;
}

interface Subject {
  readonly title: string;
  readonly write: (value: number) => string;
  readonly fold: Fold;
  readonly drawn: readonly Drawn[];
}

const solid: Look = { tone: 1, dash: 0 };

const subjects: readonly Subject[] = [
  {
    title: 'Requests a second',
    write: figure,
    fold: 'mean',
    drawn: [
      { name: 'requests', look: solid, of: ({ requests }) => requests },
      { name: 'errors', look: { tone: 2, dash: 1 }, of: ({ errors }) => errors, aloneOnly: true },
    ],
  },
  {
    title: 'Registrations a second',
    write: figure,
    fold: 'mean',
    drawn: [{ name: 'registrations', look: solid, of: ({ registrations }) => registrations }],
  },
  {
    title: 'Runners',
    write: whole,
    fold: 'most',
    drawn: [
      { name: 'under way', look: solid, of: ({ running }) => running },
      { name: 'set off so far', look: { tone: 2, dash: 1 }, of: ({ departed }) => departed, aloneOnly: true },
    ],
  },
  {
    title: 'Response time',
    write: milliseconds,
    fold: 'most',
    drawn: [
      { name: 'p50', look: solid, of: ({ p50 }) => p50, aloneOnly: true },
      { name: 'p95', look: { tone: 2, dash: 1 }, of: ({ p95 }) => p95, aloneOnly: true },
      { name: 'p99', look: { tone: 3, dash: 2 }, of: ({ p99 }) => p99 },
    ],
  },
  {
    title: 'Lag of the generator',
    write: milliseconds,
    fold: 'most',
    drawn: [{ name: 'lag', look: solid, of: ({ generatorLagMs }) => generatorLagMs }],
  },
];

/** A run second by second. */
export const overTime = (series: readonly Second[]): readonly LineGraph[] =>
  subjects.map(({ drawn, ...subject }) => ({
    ...subject,
    lines: drawn.map(({ name, look, of }): Line => ({ name, ...look, values: series.map(of) })),
  }));

/** Two runs drawn over each other, each with its own colour and stroke. */
export const overlaid = (runs: readonly { readonly name: string; readonly series: readonly Second[] }[]) =>
  subjects.map(
    ({ drawn, title, ...subject }): LineGraph => ({
      ...subject,
      title: drawn.length > 2 ? `${title}, ${drawn.find(({ aloneOnly }) => !aloneOnly)?.name}` : title,
      lines: drawn
        .filter(({ aloneOnly }) => !aloneOnly)
        .flatMap(({ of }) =>
          runs.map(
            ({ name, series }, n): Line => ({
              name,
              ...(n === 0 ? solid : { tone: 2, dash: 1 }),
              values: series.map(of),
            }),
          ),
        ),
    }),
  );
