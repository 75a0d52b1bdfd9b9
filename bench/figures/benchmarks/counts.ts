import { sendCanary } from '../../../loadtest/generator/canary';
import { taskFor } from '../../../loadtest/generator/task-for';
import { stepsOf, totalsOf } from '../../../loadtest/report/figures';
import { uuid7 } from '../../../loadtest/uuid7';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { generate } from '../generate';
import { type Detail, figuresOf, type Measured } from '../results';
import { benchRace } from '../system/bench-race';
import { formWishes, fullForm } from '../system/form-race';
import { withSystem } from '../system/own-system';
import { readStandbyStatements, readWorkCounts, type StatementCount, type WorkCounts } from '../system/work-counts';
import { number } from '../words';
import { openingWish } from './opening';
import { untilMailed } from './rush';

const sizes = {
  full: { runners: 3_000, within: 30 },
  short: { runners: 600, within: 6 },
} as const;
const deadlineSeconds = 600;
const spare = 1.1;
/** Statements in the table. */
const mostStatements = 25;
/** Of what happens less often, nobody wants a line. */
const fewestEach = 0.005;

const eachOf = (before: WorkCounts, after: WorkCounts, registrations: number): readonly (readonly [string, number])[] =>
  Object.entries(after)
    .map(([name, count]) => [name, (count - (before[name] ?? 0)) / registrations] as const)
    .filter(([, each]) => each >= fewestEach);

const since = (before: readonly StatementCount[], after: readonly StatementCount[]): readonly StatementCount[] => {
  const earlier = new Map(before.map((one) => [one.text, one]));
  return after.map(({ text, calls, planMs, runMs }) => {
    const early = earlier.get(text);
    return {
      text,
      calls: calls - (early?.calls ?? 0),
      planMs: planMs - (early?.planMs ?? 0),
      runMs: runMs - (early?.runMs ?? 0),
    };
  });
};

/** The beginning of a statement, as a cell of a table. */
const shortly = (text: string) => text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|').slice(0, 110);

const statementTable = (server: string, all: readonly StatementCount[], registrations: number): Detail => ({
  head: [
    `statement of the ${server}`,
    'calls a registration',
    'planning, µs a registration',
    'running, µs a registration',
  ],
  rows: [...all]
    .sort((a, b) => b.planMs + b.runMs - a.planMs - a.runMs)
    .slice(0, mostStatements)
    .map(({ text, calls, planMs, runMs }) => [
      `\`${shortly(text)}\``,
      number(calls / registrations),
      number((planMs * 1_000) / registrations),
      number((runMs * 1_000) / registrations),
    ]),
});

const measureCounts = (
  { runners, within, hasForm }: { runners: number; within: number; hasForm: boolean },
  { signal }: Stage,
): Promise<Measured> =>
  withSystem(
    [benchRace(Math.ceil(runners * spare))],
    async (own) => {
      const wish = { ...openingWish({ runners, within, think: [0, 0] }), ...(hasForm && formWishes) };
      const task = await taskFor({ wish, url: own.system.urls.page, id: uuid7(), deadlineSeconds });
      await sendCanary(task, signal);
      await untilMailed(own, 1, signal);
      const before = await readWorkCounts(own);
      const standbyBefore = await readStandbyStatements(own);
      const results = await generate(task, { signal });
      const { registrations } = totalsOf(results);
      await untilMailed(own, 1 + registrations, signal);
      const after = await readWorkCounts(own);
      const each = eachOf(before.counts, after.counts, registrations);
      const sumOf = (beginning: string) =>
        each.reduce((sum, [name, count]) => sum + (name.startsWith(beginning) ? count : 0), 0);
      const statements = since(before.statements, after.statements).filter(({ calls }) => calls > 0);
      const ofStandby = since(standbyBefore, await readStandbyStatements(own)).filter(({ calls }) => calls > 0);
      return {
        kind: 'measured',
        figures: figuresOf({
          requests: totalsOf(results).requestsPerRegistration ?? Number.NaN,
          messages: sumOf('message in '),
          calls: sumOf('request to SQS: '),
          statements: statements.reduce((sum, { calls }) => sum + calls, 0) / registrations,
          standbyStatements: ofStandby.reduce((sum, { calls }) => sum + calls, 0) / registrations,
          transactions: sumOf('transactions'),
          rows: sumOf('row of '),
          log: sumOf('KB of the log'),
        }),
        details: [
          {
            head: ['for each registration', 'count'],
            rows: [
              ...stepsOf(results).map(({ name, requests }) => [`request: ${name}`, number(requests / registrations)]),
              ...each.map(([name, count]) => [name, number(count)]),
            ],
          },
          statementTable('primary', statements, registrations),
          statementTable('standby', ofStandby, registrations),
        ],
        notes: [],
      };
    },
    { countsStatements: true, ...(hasForm && { orders: fullForm(runners) }) },
  );

const how = `${number(sizes.full.runners)} runners within ${sizes.full.within} s with zero think time (short: ${number(sizes.short.runners)}). Everything is counted until the last mail is sent, and divided by the registrations. Batches grow with the rate, so a faster opening needs fewer of each.`;

const goals: Benchmark['goals'] = [
  { id: 'requests', name: 'requests of the browser', unit: '' },
  { id: 'messages', name: 'messages in queues', unit: '' },
  { id: 'calls', name: 'requests to SQS, without polls', unit: '' },
  { id: 'statements', name: 'statements', unit: '' },
  { id: 'standbyStatements', name: 'statements of the standby', unit: '' },
  { id: 'transactions', name: 'transactions', unit: '' },
  { id: 'rows', name: 'rows written', unit: '' },
  { id: 'log', name: 'log of the database', unit: 'KB' },
];

export const counts: Benchmark = {
  id: 'counts',
  title: 'What a registration is made of',
  baseline: 'none published.',
  how,
  goals,
  measure: (stage) => measureCounts({ ...sizeOf(sizes, stage.size), hasForm: false }, stage),
};

export const formCounts: Benchmark = {
  id: 'form-counts',
  title: 'What a registration with a full form is made of',
  baseline: 'none published.',
  how: `The same in the race of the opening with a full form. ${how}`,
  goals,
  measure: (stage) => measureCounts({ ...sizeOf(sizes, stage.size), hasForm: true }, stage),
};
